// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { beforeAll, expect, test } from 'vitest'
import { startLanguage } from '../../i18n/start.ts'
import { anIntent, anOrder, aUlid } from '../../testing/documents.ts'
import { renderWithLocalData } from '../../testing/render-with-local-data.tsx'
import { OrderTrackingScreen } from './order-tracking.tsx'

beforeAll(startLanguage)

const account = { id: 'a1', email: 'asha@device.example', name: 'Asha', role: 'CUSTOMER' as const }

async function track(documents: object[]) {
  const shown = await renderWithLocalData(
    <MemoryRouter initialEntries={[`/order-tracking/${aUlid()}`]}>
      <Routes>
        <Route path="/order-tracking/:orderId" element={<OrderTrackingScreen />} />
      </Routes>
    </MemoryRouter>,
    { documents, account },
  )
  await screen.findByRole('heading', { level: 1 })
  return shown.device
}

test('an order that waits says whether it waits for the network, an answer or a login', async () => {
  const { sessionState: pointer, setOnline } = await track([anIntent()])
  screen.getByText('On its way')
  act(() => setOnline(false))
  await screen.findByText('Waiting for the network')
  expect(screen.queryByRole('link', { name: 'Log in' })).toBeNull()

  act(() => pointer.set({ ...pointer.get(), signedOutByServer: true }))
  screen.getByText('Waiting for you to log in')
  const next = encodeURIComponent(`/order-tracking/${aUlid()}`)
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe(`#/login?next=${next}`)
})

test('screen readers announce the confirmation in the same region as the saved order', async () => {
  const { databases } = await track([anIntent()])
  const [told] = screen.getAllByRole('status')
  expect(told?.textContent).toContain('Your order is safe on this phone')
  await databases.mailbox().db.bulkDocs([anOrder()])
  await waitFor(() => expect(told?.textContent).toContain('Your order is confirmed'))
  expect(told?.isConnected).toBe(true)
})

test('an e-mail is promised if the order asked for one, but not for an order taken over from a visitor', async () => {
  const { databases } = await track([anOrder()])
  await screen.findByText('Your order is confirmed. You can follow it here.')
  await databases.mailbox().db.bulkDocs([anIntent()])
  await screen.findByText('Your order is confirmed. An e-mail with the details is on its way.')
})

test('the progress marks the order’s current step, and none once it has arrived', async () => {
  const at = '2026-11-21T10:00:00.000Z'
  const { databases } = await track([anOrder()])
  const current = () =>
    within(screen.getByRole('list', { name: 'Progress' }))
      .queryAllByRole('listitem', { current: 'step' })
      .map((step) => step.textContent)
  expect(current()).toEqual([expect.stringContaining('Confirmed')])
  const timeline = [{ status: 'delivered' as const, at }]
  const { _rev } = await databases.mailbox().db.get(anOrder()._id)
  await databases.mailbox().db.bulkDocs([{ ...anOrder(aUlid(), { version: 2, status: 'delivered', timeline }), _rev }])
  await waitFor(() => expect(current()).toEqual([]))
})
