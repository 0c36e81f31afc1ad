// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { beforeAll, expect, test } from 'vitest'
import { dayOf, type Order, orderConversation, orderId } from '#model'
import { recordPushProgress } from '../../data/push-state/push-progress.ts'
import { startLanguage } from '../../i18n/start.ts'
import { anIntent, anOrder, aUlid } from '../../testing/documents.ts'
import { fakeDialogs } from '../../testing/fake-dialogs.ts'
import { renderWithLocalData } from '../../testing/render-with-local-data.tsx'
import { OrderTrackingScreen } from './order-tracking.tsx'

beforeAll(startLanguage)
beforeAll(fakeDialogs)

const account = { id: 'a1', email: 'asha@device.example', name: 'Asha', role: 'CUSTOMER' as const }

const tracked = (
  <MemoryRouter initialEntries={[`/order-tracking/${aUlid()}`]}>
    <Routes>
      <Route path="/order-tracking/:orderId" element={<OrderTrackingScreen />} />
    </Routes>
  </MemoryRouter>
)

async function track(documents: object[]) {
  const shown = await renderWithLocalData(tracked, { documents, account })
  await screen.findByRole('heading', { level: 1 })
  return shown.device
}

test('an order that waits says whether it waits for the network, an answer or a login', async () => {
  const { sessionState, setOnline } = await track([anIntent()])
  screen.getByText('On its way')
  act(() => setOnline(false))
  await screen.findByText('Waiting for the network')
  expect(screen.queryByRole('link', { name: 'Log in' })).toBeNull()

  act(() => sessionState.set({ ...sessionState.get(), signedOutByServer: true }))
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

const AT = '2026-11-21T10:00:00.000Z'
const delivered = (changes: Partial<Order> = {}) =>
  anOrder(aUlid(), {
    status: 'delivered',
    partner: { name: 'Imran' },
    timeline: [
      { status: 'confirmed', at: AT },
      { status: 'delivered', at: AT },
    ],
    ...changes,
  })

test('a customer reads that a partner is looked for, then the first name, and the whole card only on the way', async () => {
  const openedAt = AT
  const { databases } = await track([anOrder(aUlid(), { openedAt })])
  screen.getByText('We are looking for a delivery partner.')
  const { db } = databases.mailbox()
  const change = async (changes: Partial<Order>) => {
    const { _rev } = await db.get(orderId(aUlid()))
    await db.bulkDocs([{ ...anOrder(aUlid(), { openedAt, ...changes }), _rev }])
  }
  await change({ version: 2, status: 'preparing', partner: { name: 'Imran' } })
  await screen.findByText('Imran brings your flowers.')
  expect(screen.queryByRole('region', { name: 'Your delivery partner' })).toBeNull()

  const partner = { name: 'Imran', phone: '+919829011420', vehicle: 'bike' as const }
  await change({ version: 3, status: 'out_for_delivery', partner })
  const card = within(await screen.findByRole('region', { name: 'Your delivery partner' }))
  card.getByText('Comes by motorcycle or scooter')
  expect(card.getByRole('link', { name: 'Call Imran' }).getAttribute('href')).toBe('tel:+919829011420')
  expect(card.queryByRole('link', { name: 'Message Imran' })).toBeNull()

  const conversation = orderConversation(aUlid(), 'p1')
  await change({ version: 4, status: 'out_for_delivery', partner: { ...partner, conversation } })
  const message = await card.findByRole('link', { name: 'Message Imran' })
  expect(message.getAttribute('href')).toBe(`#/chat/${conversation}`)
})

test('a delivered order says where the flowers were left, and when', async () => {
  await track([delivered({ handedTo: 'door' })])
  const [told] = screen.getAllByRole('status')
  expect(told?.textContent).toMatch(/Left at the door, .*3:30/)
  within(screen.getByRole('list', { name: 'Progress' })).getByText('Left at the door')
})

test.each([
  ['nobody', 'due', 'No delivery partner could take this order in time. We are sorry.', 'Refund due'],
  ['no_answer', 'done', 'The delivery partner was there, and nobody answered.', 'Refund done'],
] as const)('an order that failed (%s) says why, and that the refund is %s', async (failedBy, refund, why, title) => {
  await track([anOrder(aUlid(), { status: 'failed', failedBy, refund })])
  screen.getByRole('heading', { level: 1, name: 'This order could not be delivered' })
  expect(screen.getAllByText(why).length).toBeGreaterThan(0)
  await screen.findByText(title)
})

test('a customer whose failed order arrived later reads that it did', async () => {
  await track([anOrder(aUlid(), { status: 'failed', failedBy: 'silent', refund: 'arrived_after_all' })])
  screen.getByRole('heading', { level: 1, name: 'Arrived after all' })
  await screen.findByText(/has told us later that your flowers came/)
})

test('a cancelled order whose money goes back does not say that nothing is charged', async () => {
  await track([anOrder(aUlid(), { status: 'cancelled', refund: 'due' })])
  await screen.findByText('Refund due')
  expect(screen.queryByText(/nothing is charged/)).toBeNull()
})

test('a delivered order is rated once, also offline: saved, then sent, then confirmed', async () => {
  const { databases, setOnline, announce } = await track([delivered()])
  act(() => setOnline(false))
  screen.getByRole('heading', { name: 'How did Imran do?' })
  fireEvent.click(screen.getByRole('button', { name: 'Send the rating' }))
  await screen.findByText('Choose one to five stars.')
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: '1 star' }))

  const stars = within(screen.getByRole('group', { name: 'Your rating' }))
  expect(stars.getAllByRole('radio').map((star) => star.closest('label')?.textContent)).toEqual([
    '1 star',
    ...[2, 3, 4, 5].map((count) => `${count} stars`),
  ])
  fireEvent.click(stars.getByRole('radio', { name: '4 stars' }))
  fireEvent.change(screen.getByLabelText(/Comment/), { target: { value: '  Very friendly ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send the rating' }))
  await screen.findByText('Rating saved on this phone')
  screen.getByText(/Rated: 4 stars/)
  expect(screen.queryByRole('button', { name: 'Send the rating' })).toBeNull()

  const mailbox = databases.mailbox()
  const [asked, ...more] = await mailbox.openIntents('rate-delivery')
  expect(more).toEqual([])
  expect(asked?.intent.payload).toEqual({ order: aUlid(), stars: 4, comment: 'Very friendly' })
  await recordPushProgress(mailbox.db, Number((await mailbox.db.info()).update_seq), AT)
  act(() => announce(['sent', asked?.intent._id ?? '']))
  await screen.findByText('Rating sent')

  const { _rev } = await mailbox.db.get(orderId(aUlid()))
  await mailbox.db.bulkDocs([{ ...delivered({ version: 2, rating: { stars: 4, at: AT } }), _rev }])
  await waitFor(() => expect(screen.queryByText('Rating sent')).toBeNull())
  screen.getByText('Rated: 4 stars')
  expect(screen.queryByRole('group', { name: 'Your rating' })).toBeNull()
})

test('a customer finds the typed rating again after a reload', async () => {
  const device = await track([delivered()])
  fireEvent.click(screen.getByRole('radio', { name: '2 stars' }))
  fireEvent.change(screen.getByLabelText(/Comment/), { target: { value: 'Late' } })
  cleanup()
  await renderWithLocalData(tracked, { device })
  expect((await screen.findByLabelText<HTMLTextAreaElement>(/Comment/)).value).toBe('Late')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '2 stars' }).checked).toBe(true)
})

/** An order that was confirmed that many minutes ago, and whose window begins at that hour of a day in India. */
const confirmed = (minutesAgo: number, changes: Partial<Order>) =>
  anOrder(aUlid(), {
    confirmedAt: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
    deliveryWindow: 'any',
    ...changes,
  })
const dayIn = (days: number) => dayOf(new Date(Date.now() + days * 86_400_000))

test('once its window has begun, an order can be cancelled as long as nobody has accepted it', async () => {
  const openedAt = AT
  await track([confirmed(45, { openedAt, deliveryOn: dayIn(-1) })])
  screen.getByRole('heading', { name: 'No delivery partner yet' })
  expect(screen.queryByRole('link', { name: 'Change order' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel order' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel order' }))
  await screen.findByText('Cancelling this order')
})

test('after half an hour a customer reads from when on the order can be cancelled if nobody takes it', async () => {
  await track([confirmed(45, { deliveryOn: dayIn(2) })])
  screen.getByRole('heading', { name: 'Need help?' })
  screen.getByText(/^If no delivery partner has taken it by .*9:00/)
  expect(screen.queryByRole('button', { name: 'Cancel order' })).toBeNull()
})

test('an order that a partner has accepted cannot be cancelled after half an hour, and says why', async () => {
  const partner = { name: 'Imran' }
  await track([confirmed(45, { status: 'preparing', partner, openedAt: AT, deliveryOn: dayIn(-1) })])
  screen.getByText(/^A delivery partner has accepted this order, so it can no longer be cancelled here/)
  expect(screen.queryByRole('button', { name: 'Cancel order' })).toBeNull()
})

test('a customer can still change an accepted order within half an hour, except for PIN code and time', async () => {
  await track([confirmed(5, { status: 'preparing', partner: { name: 'Imran' }, deliveryOn: dayIn(0) })])
  screen.getByRole('link', { name: 'Change order' })
  screen.getByText('Imran has accepted this order, so its PIN code and its time stay as they are.')
})

test('an order that has not come by the promised time says so, and no time that is past', async () => {
  const estimatedAt = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  await track([anOrder(aUlid(), { estimatedAt: estimatedAt(-5) })])
  screen.getByRole('heading', { level: 1, name: 'It takes longer than planned' })
  cleanup()
  await track([anOrder(aUlid(), { estimatedAt: estimatedAt(30) })])
  screen.getByRole('heading', { level: 1, name: /^Arriving/ })
})
