// @vitest-environment jsdom
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { HashRouter, useNavigate, useSearchParams } from 'react-router-dom'
import { beforeEach, expect, test } from 'vitest'
import { afterOverlays, useOverlayHistory } from './overlay-history.ts'

function ProductList() {
  const [isOpen, setOpen] = useState(false)
  const [query, setQuery] = useSearchParams()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  useOverlayHistory(isOpen, () => setOpen(false))
  useOverlayHistory(isAsking, () => setAsking(false))
  const press = (name: string, onClick: () => void) => (
    <button type="button" onClick={onClick}>
      {name}
    </button>
  )
  return (
    <>
      <p>
        {isOpen ? 'open' : 'closed'}
        {isAsking && ' and asking'}, {query.get('q') ?? 'all'}
      </p>
      {press('open', () => setOpen(true))}
      {press('close', () => setOpen(false))}
      {press('filter', () => setQuery({ q: 'roses' }, { replace: true }))}
      {press('ask', () => setAsking(true))}
      {press('ask instead', () => {
        setOpen(false)
        setAsking(true)
      })}
      {press('ask soon', () => {
        setOpen(false)
        // Opens while the closed overlay's step back is under way.
        setTimeout(() => setTimeout(() => setAsking(true)))
      })}
      {press('follow', () => {
        setOpen(false)
        void navigate('/elsewhere')
      })}
      {press('lead on', () => afterOverlays(() => navigate('/elsewhere', { replace: true })))}
      {press('leave', () => {
        setOpen(false)
        afterOverlays(() => navigate('/elsewhere', { replace: true }))
      })}
    </>
  )
}

beforeEach(() => {
  history.pushState(null, '', '#/before')
  history.pushState(null, '', '#/shelf')
  render(
    <HashRouter>
      <ProductList />
    </HashRouter>,
  )
})

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const back = () => act(() => history.back())
const forward = () => act(() => history.forward())
const isBare = () => waitFor(() => expect(history.state ?? {}).not.toHaveProperty('mograOverlay'))
const isAt = (hash: string) => waitFor(() => expect(location.hash).toMatch(hash))

test('Back closes an overlay, and a filter that was chosen in it stays', async () => {
  press('open')
  press('filter')
  screen.getByText('open, roses')
  back()
  await screen.findByText('closed, roses')
  await isAt('#/shelf?q=roses')
  back()
  await isAt('#/before')
})

test('Back keeps a filter that was chosen in an overlay, also if the screen’s address was typed', async () => {
  act(() => location.assign('#/typed'))
  await waitFor(() => expect(history.state ?? null).toBeNull())
  press('open')
  press('filter')
  back()
  await screen.findByText('closed, roses')
  await isAt('q=roses')
})

test('an overlay that is closed by a button leaves no entry in the history', async () => {
  const length = history.length
  press('open')
  press('filter')
  press('close')
  await isBare()
  await screen.findByText('closed, roses')
  await isAt('#/shelf?q=roses')
  expect(history.length).toBe(length + 1)
  back()
  await isAt('#/before')
})

test('a link in an overlay leads on, and Back from there skips the overlay', async () => {
  press('open')
  press('follow')
  await isAt('#/elsewhere')
  back()
  await isAt('#/shelf')
  await isBare()
  back()
  await isAt('#/before')
})

test('an address typed over an overlay leads on, and Back from there skips the overlay, even if its screen was typed too', async () => {
  act(() => location.assign('#/typed'))
  await waitFor(() => expect(history.state ?? null).toBeNull())
  press('open')
  act(() => location.assign('#/elsewhere'))
  await screen.findByText('closed, all')
  await isAt('#/elsewhere')
  back()
  await isBare()
  await isAt('#/typed')
})

test('Forward skips the overlay and leads to where a link in it led', async () => {
  press('open')
  press('follow')
  await isAt('#/elsewhere')
  back()
  await isAt('#/shelf')
  await isBare()
  forward()
  await isAt('#/elsewhere')
})

test('Forward to an overlay that was closed stays on the screen', async () => {
  press('open')
  back()
  await screen.findByText('closed, all')
  const hasMoved = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
  forward()
  await hasMoved
  await isBare()
  back()
  await isAt('#/before')
})

test('Back closes one of two overlays', async () => {
  press('open')
  press('filter')
  press('ask')
  screen.getByText('open and asking, roses')
  back()
  await screen.findByText('open, roses')
  back()
  await screen.findByText('closed, roses')
  await isAt('#/shelf?q=roses')
  back()
  await isAt('#/before')
})

for (const how of ['ask instead', 'ask soon'])
  test(`an overlay that replaces another one stays open, and leaves no history entry: ${how}`, async () => {
    press('open')
    const { mograOverlay: first } = history.state
    press(how)
    await screen.findByText('closed and asking, all')
    await waitFor(() => expect([undefined, first]).not.toContain(history.state.mograOverlay))
    screen.getByText('closed and asking, all')
    back()
    await screen.findByText('closed, all')
    await isBare()
    back()
    await isAt('#/before')
  })

test('a navigation after an overlay was closed is not undone by the overlay’s step back', async () => {
  press('open')
  press('leave')
  await isAt('#/elsewhere')
  await isBare()
  back()
  await isAt('#/before')
})

test('a navigation closes an open overlay, and is not undone by the overlay’s step back', async () => {
  press('open')
  press('lead on')
  await isAt('#/elsewhere')
  await isBare()
  back()
  await isAt('#/before')
})
