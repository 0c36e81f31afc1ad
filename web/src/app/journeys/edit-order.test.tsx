// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { beforeAll, expect, test } from 'vitest'
import { type IntentOf, type Order, ulidOf } from '#model'
import { clearDrafts } from '../../data/local/draft-storage.ts'
import { OrderChangeScreen } from '../../features/order-change/order-change.tsx'
import { OrderTrackingScreen } from '../../features/order-tracking/order-tracking.tsx'
import { startLanguage } from '../../i18n/start.ts'
import { anIntent, anOrder, aReceipt, aUlid } from '../../testing/documents.ts'
import { fakeDialogs } from '../../testing/fake-dialogs.ts'
import { liveRegions } from '../../testing/live-regions.ts'
import { renderWithLocalData } from '../../testing/render-with-local-data.tsx'

beforeAll(async () => {
  fakeDialogs()
  await startLanguage()
})

const account = { id: 'a1', email: 'asha@device.example', name: 'Asha', role: 'CUSTOMER' as const }
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

const track = (changes: Partial<Order>, more: object[] = [], path = '') =>
  trackWith([anOrder(aUlid(), changes), ...more], path)

const screens = (path: string) => (
  <MemoryRouter initialEntries={[`/order-tracking/${aUlid()}${path}`]}>
    <Routes>
      <Route path="/order-tracking/:orderId" element={<OrderTrackingScreen />} />
      <Route path="/order-tracking/:orderId/change" element={<OrderChangeScreen />} />
    </Routes>
  </MemoryRouter>
)

async function trackWith(documents: object[], path = '') {
  const shown = await renderWithLocalData(screens(path), { documents, account })
  await screen.findByRole('heading', { level: 1 })
  return shown.device
}

test('a person can cancel an order on its screen while a countdown runs, even without a network', async () => {
  const { databases, setOnline } = await track({ confirmedAt: ago(10) })
  setOnline(false)
  expect(screen.getByRole('timer').textContent).toMatch(/^(20:00|19:5\d)$/)
  fireEvent.click(screen.getByRole('button', { name: 'Cancel order' }))
  const [, confirm] = screen.getAllByRole('button', { name: 'Cancel order' })
  if (confirm) fireEvent.click(confirm)
  await screen.findByRole('heading', { name: 'Cancelling this order' })
  screen.getByText('Cancellation saved on this phone')
  expect(screen.queryByRole('timer')).toBeNull()
  const [intent] = await databases.mailbox().allOf('intent')
  expect(intent).toMatchObject({ kind: 'cancel-order', payload: { order: aUlid() } })
})

test('what was typed into a change is kept for the person who logs out in another tab, and for nobody else', async () => {
  const device = await track({ confirmedAt: ago(10) }, [], '/change')
  const logOut = () => {
    clearDrafts(device.environment.values)
    const { signedIn, ...rest } = device.sessionState.get()
    device.sessionState.set(rest)
  }
  const logIn = (id: string) =>
    device.sessionState.set({
      ...device.sessionState.get(),
      signedIn: { account: { ...account, id }, mailbox: { name: 'mailbox-test', generation: 1 } },
    })
  const landmark = () => screen.findByLabelText<HTMLInputElement>('Landmark (optional)')
  fireEvent.change(await landmark(), { target: { value: 'Near the well' } })
  act(logOut)
  await screen.findByRole('heading', { name: 'You are logged out' })
  act(() => logIn(account.id))
  expect((await landmark()).value).toBe('Near the well')
  act(logOut)
  await screen.findByRole('heading', { name: 'You are logged out' })
  act(() => logIn('a2'))
  expect((await landmark()).value).not.toBe('Near the well')
})

test('what was typed into a change survives a reload, also while a field is empty or too long', async () => {
  await track({ confirmedAt: ago(10) }, [], '/change')
  const type = (label: RegExp | string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  const shown = (label: RegExp | string) => screen.getByLabelText<HTMLInputElement>(label).value
  type('Address', '2, Tonk Road ')
  type('Phone', '')
  type('Landmark (optional)', 'L'.repeat(300))
  cleanup()
  render(screens('/change'))
  await screen.findByRole('heading', { level: 1 })
  expect([shown('Address'), shown('Phone'), shown('Landmark (optional)')]).toEqual([
    '2, Tonk Road ',
    '',
    'L'.repeat(300),
  ])
})

test('a phone whose clock is behind counts down from half an hour, not from more', async () => {
  await track({ confirmedAt: ago(-5) })
  expect(screen.getByRole('timer').textContent).toBe('30:00')
})

test('after half an hour, or once the order is on its way, the screen offers a phone call instead', async () => {
  await track({ confirmedAt: ago(31) })
  screen.getByRole('heading', { name: 'Need help?' })
  expect(screen.getByRole('link', { name: /^Call/ }).getAttribute('href')).toMatch(/^tel:\+91/)
  expect(screen.queryByRole('button', { name: 'Cancel order' })).toBeNull()
})

test('a question that is overtaken by the delivery says so in its own dialog', async () => {
  const { databases } = await track({ confirmedAt: ago(10) })
  fireEvent.click(screen.getByRole('button', { name: 'Cancel order' }))
  const asked = await screen.findByText(/^It will not be delivered/)
  const { db } = databases.mailbox()
  const [order] = await databases.mailbox().allOf('order')
  await db.bulkDocs([{ ...order, status: 'out_for_delivery', version: 2 }])
  await screen.findByRole('heading', { name: 'This order can no longer be cancelled' })
  expect(asked.textContent).toMatch(/^This order has been picked up, so it can no longer be/)
  const understood = screen.getByRole('button', { name: 'Understood' })
  understood.focus()
  fireEvent.click(understood)
  await waitFor(() => expect(screen.queryByText('This order can no longer be cancelled')).toBeNull())
  expect(document.activeElement?.tagName).toBe('H1')
  expect(await databases.mailbox().allOf('intent')).toEqual([])
})

test('the form of an order that was refused does not call it cancelled', async () => {
  await trackWith([anIntent(aUlid()), aReceipt(aUlid(), { outcome: 'refused', reason: 'price_changed' })], '/change')
  screen.getByText('This order was not accepted.')
})

test('a change that is overtaken while it is typed says why, and the focus stays with it', async () => {
  const { databases } = await track({ confirmedAt: ago(10) }, [], '/change')
  screen.getByLabelText('Address').focus()
  const [order] = await databases.mailbox().allOf('order')
  await databases.mailbox().db.bulkDocs([{ ...order, status: 'out_for_delivery', version: 2 }])
  const gone = await screen.findByRole('heading', { name: 'This order can no longer be changed' })
  screen.getByText(/^This order has been picked up, so it can no longer be/)
  expect(document.activeElement).toBe(gone)
})

test('a refused cancellation says why, keeps the order as it is, and can be dismissed', async () => {
  const intent: IntentOf<'cancel-order'> = {
    ...{ _id: `intent:${aUlid(7)}`, type: 'intent', kind: 'cancel-order', device: 'elsewhere', n: 1, madeAt: ago(31) },
    payload: { order: aUlid() },
  }
  const { databases } = await track({ confirmedAt: ago(40) }, [intent])
  const before = liveRegions()
  await databases.mailbox().db.bulkDocs([aReceipt(aUlid(7), { outcome: 'refused', reason: 'too_late' })])
  expect(before.heard(await screen.findByText('Your order was not cancelled'))).toBe(true)
  screen.getByText(/within 30 minutes$/)
  fireEvent.click(screen.getByRole('button', { name: 'Understood' }))
  await waitFor(() => expect(screen.queryByText('Your order was not cancelled')).toBeNull())
})

test('a change sends only what differs, and shows on the order at once', async () => {
  const { databases } = await track({ confirmedAt: ago(1) }, [], '/change')
  fireEvent.change(screen.getByLabelText(/^Message for/), { target: { value: 'With love' } })
  fireEvent.change(screen.getByLabelText('Address'), { target: { value: '' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save the change' }))
  await screen.findByText('Enter house, street and area.')
  fireEvent.change(screen.getByLabelText('Address'), { target: { value: '2, Tonk Road' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save the change' }))
  await screen.findByText('Change saved on this phone')
  screen.getByText('With love')
  screen.getByText(/2, Tonk Road/)
  const [intent] = await databases.mailbox().allOf('intent')
  const { city: _, ...address } = anOrder().address
  expect(intent?.payload).toEqual({
    order: aUlid(),
    address: { ...address, address: '2, Tonk Road' },
    messages: [{ line: 0, message: 'With love' }],
  })
})

test('an order that can no longer be changed offers no form', async () => {
  await track({ confirmedAt: ago(31) }, [], '/change')
  screen.getByRole('heading', { name: 'This order can no longer be changed' })
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('an order that was never sent can be changed and cancelled on the phone, even if it is refused later', async () => {
  const { databases, setOnline } = await trackWith([anIntent(aUlid())], '/change')
  setOnline(false)
  fireEvent.change(screen.getByLabelText('Address'), { target: { value: '2, Tonk Road' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save the change' }))
  await screen.findByText('Change saved on this phone')
  screen.getByText(/2, Tonk Road/)
  screen.getByRole('heading', { name: 'Your order is safe on this phone' })
  expect(screen.queryByRole('timer')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel order' }))
  const [, confirm] = screen.getAllByRole('button', { name: 'Cancel order' })
  if (confirm) fireEvent.click(confirm)
  await screen.findByRole('heading', { name: 'Cancelling this order' })
  screen.getByText('Cancellation saved on this phone')
  expect(screen.queryByText('Your order is safe on this phone')).toBeNull()

  const mailbox = databases.mailbox()
  const asked = await mailbox.allOf('intent')
  expect(asked.map(({ kind }) => kind)).toEqual(['place-order', 'change-order', 'cancel-order'])
  const answers = asked.map(({ _id, kind }) =>
    aReceipt(ulidOf(_id), kind === 'place-order' ? { outcome: 'refused', reason: 'price_changed' } : {}),
  )
  await mailbox.db.bulkDocs(answers)
  await waitFor(() => expect(screen.queryByText('Cancellation saved on this phone')).toBeNull())
  await screen.findByRole('heading', { name: 'This order is cancelled' })
  expect(screen.queryByText(/price has changed/)).toBeNull()
})
