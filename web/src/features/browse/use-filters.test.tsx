// @vitest-environment jsdom
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { HashRouter } from 'react-router-dom'
import { beforeEach, expect, test } from 'vitest'
import { useFilters } from './use-filters.ts'

function Filters() {
  const { filters, choose, seen, flow, rest } = useFilters()
  const press = (name: string, onClick: () => void) => (
    <button type="button" onClick={onClick}>
      {name}
    </button>
  )
  return (
    <>
      <input
        aria-label="search"
        value={filters.search}
        onChange={({ target }) => flow({ search: target.value })}
        onBlur={rest}
      />
      <output>{filters.category}</output>
      {press('up to 900', () => flow({ maxRupees: 900 }))}
      {press('roses', () => {
        choose({ category: 'roses' })
        seen()
      })}
    </>
  )
}

beforeEach(() => {
  history.pushState(null, '', '#/browse')
  render(
    <HashRouter>
      <Filters />
    </HashRouter>,
  )
})

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const type = (value: string) => fireEvent.change(screen.getByLabelText('search'), { target: { value } })
const back = () => act(() => history.back())
const isAt = (hash: string) => waitFor(() => expect(location.hash).toBe(hash))
/** Longer than the pause after which the address is written. */
const rested = () => act(() => new Promise((resolve) => setTimeout(resolve, 500)))

test('a change that was not written yet is not written after Back', async () => {
  press('roses')
  await isAt('#/browse?category=roses')
  type('red')
  back()
  await isAt('#/browse')
  await rested()
  expect(location.hash).toBe('#/browse')
  expect(screen.getByLabelText<HTMLInputElement>('search').value).toBe('')
})

test('Back undoes a choice that the router has not reported yet', async () => {
  await act(async () => {
    press('roses')
    const gone = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
    history.back()
    await gone
  })
  expect(location.hash).toBe('#/browse')
  expect(screen.getByRole('status').textContent).not.toBe('roses')
})

test('a moved price and a search typed after it are one step of Back each, and keys in a row are one step', async () => {
  press('up to 900')
  await isAt('#/browse?max=900')
  type('r')
  await isAt('#/browse?q=r&max=900')
  type('ro')
  await isAt('#/browse?q=ro&max=900')
  back()
  await isAt('#/browse?max=900')
  back()
  await isAt('#/browse')
})

test('a price that is not written yet when a person begins to type is a step of its own too', async () => {
  press('up to 900')
  type('ro')
  await isAt('#/browse?q=ro&max=900')
  back()
  await isAt('#/browse?max=900')
})
