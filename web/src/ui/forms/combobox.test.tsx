// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { liveRegions } from '../../testing/heard.ts'
import { Combobox } from './combobox.tsx'

afterEach(cleanup)

test('a search that finds nothing says so where a reader listens', () => {
  const options = [{ value: 'pune', label: 'Pune' }]
  const find = (typed: string) => options.filter(({ label }) => label.startsWith(typed))
  render(
    <Combobox
      id="city"
      label="Cities"
      none="No such city"
      value=""
      options={options}
      find={find}
      onChange={() => {}}
    />,
  )
  const before = liveRegions()
  fireEvent.change(screen.getByRole('combobox'), { target: { value: 'x' } })
  const said = screen.getByText('No such city', { ignore: '[aria-hidden]' })
  expect(before.heard(said)).toBe(true)
  fireEvent.change(screen.getByRole('combobox'), { target: { value: 'P' } })
  expect(said.textContent).toBe('')
})
