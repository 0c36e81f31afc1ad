// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { liveRegions } from '../../testing/live-regions.ts'
import { Combobox } from './combobox.tsx'

const HINDI: Record<string, string> = { Mumbai: 'मुंबई', 'Navi Mumbai': 'नवी मुंबई', Pune: 'पुणे' }
const CITIES = Object.entries(HINDI).map(([label, hindi]) => ({
  ...{
    value: label.toLowerCase(),
    label,
    isCalled: (typed: string) => [label.toLowerCase(), hindi].includes(typed.toLowerCase()),
  },
}))

function City({ start = '', keepsTyped }: { start?: string; keepsTyped?: boolean }) {
  const [value, setValue] = useState(start)
  return (
    <>
      <Combobox
        id="city"
        label="Cities"
        none="No such city"
        value={value}
        options={CITIES}
        find={(typed) =>
          CITIES.filter(({ label }) => `${label} ${HINDI[label]}`.toLowerCase().includes(typed.toLowerCase()))
        }
        onChange={setValue}
        keepsTyped={keepsTyped}
      />
      <output>{value || 'nothing'}</output>
    </>
  )
}

const field = () => screen.getByRole<HTMLInputElement>('combobox')
const fillIn = (text: string) => fireEvent.change(field(), { target: { value: text } })
const type = (text: string) => {
  act(() => field().focus())
  fillIn(text)
}
const leave = () => act(() => field().blur())
const chosen = () => document.querySelector('output')?.textContent

test.each([
  ['pu', 'pune'],
  ['mumbai', 'mumbai'],
  ['navi', 'navi mumbai'],
])('leaving the field after "%s", which matches one city, chooses %s', (typed, value) => {
  render(<City />)
  type(typed)
  leave()
  expect(chosen()).toBe(value)
  expect(field().value.toLowerCase()).toBe(value)
})

test.each(['mu', 'xyz', ''])('leaving it after "%s", which matches none or several, changes nothing', (typed) => {
  render(<City start="pune" />)
  type(typed)
  leave()
  expect(chosen()).toBe('pune')
  expect(field().value).toBe('Pune')
})

test.each([
  ['left', leave],
  ['submitted', () => fireEvent.keyDown(field(), { key: 'Enter' })],
])('with `keepsTyped` a text that matches no option becomes the value when the field is %s', (_, end) => {
  render(<City keepsTyped start="pune" />)
  type('Gurgaon')
  end()
  expect(field().value).toBe('Gurgaon')
  expect(chosen()).toBe('Gurgaon')
  type('pun')
  leave()
  expect(field().value).toBe('Pune')
  type('')
  leave()
  expect(chosen()).toBe('nothing')
})

test('a value that the browser fills in is chosen at once, and opens no list', () => {
  render(<City keepsTyped />)
  fillIn('Pune')
  expect(chosen()).toBe('pune')
  expect(field().getAttribute('aria-expanded')).toBe('false')
  fillIn('Gurgaon')
  expect(chosen()).toBe('Gurgaon')
})

test('a typed text does not come back over an option that was chosen elsewhere', () => {
  const { rerender } = render(<City keepsTyped start="pune" key="a" />)
  type('Gurgaon')
  leave()
  rerender(<City keepsTyped start="mumbai" key="b" />)
  act(() => field().focus())
  leave()
  expect(chosen()).toBe('mumbai')
})

test('switching to another window does not count as leaving the field', () => {
  render(<City keepsTyped start="pune" />)
  type('mu')
  // The window loses the focus, but the field stays the active element.
  fireEvent.blur(field())
  expect(field().value).toBe('mu')
  expect(chosen()).toBe('pune')
})

test('an option is found by all its names', () => {
  render(<City />)
  type('मुंबई')
  leave()
  expect(chosen()).toBe('mumbai')
})

test('a search without a result is announced to screen readers', () => {
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
  type('x')
  const said = screen.getByText('No such city', { ignore: '[aria-hidden]' })
  expect(before.heard(said)).toBe(true)
  type('P')
  expect(said.textContent).toBe('')
})
