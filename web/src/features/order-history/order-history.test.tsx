// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HashRouter, MemoryRouter } from 'react-router-dom'
import { beforeAll, expect, test } from 'vitest'
import type { Order } from '#model'
import { noteComplete } from '../../data/local/initial-sync-flag.ts'
import { startLanguage } from '../../i18n/start.ts'
import { anIntent, anOrder, aReceipt, aUlid } from '../../testing/documents.ts'
import { liveRegions } from '../../testing/live-regions.ts'
import { type LocalData, renderWithLocalData } from '../../testing/render-with-local-data.tsx'
import { watchScreen } from '../../testing/watch-screen.ts'
import { OrderHistoryScreen } from './order-history.tsx'

beforeAll(startLanguage)

const account = { id: 'a1', email: 'asha@device.example', name: 'Asha', role: 'CUSTOMER' as const }

const screenWith = (data: LocalData) =>
  renderWithLocalData(
    <MemoryRouter>
      <OrderHistoryScreen />
    </MemoryRouter>,
    data,
  )

async function show(documents: object[], isArriving: boolean) {
  const shown = await screenWith({ account, documents, isArriving })
  await screen.findByRole('heading', { level: 1 })
  return shown.device
}

test('an account whose orders have not all arrived is not told that it has none', async () => {
  const { databases, announce, setOnline } = await show([], true)
  await screen.findByText('Your orders are still arriving')
  const before = liveRegions()
  expect(screen.queryByText('No orders yet')).toBeNull()
  act(() => setOnline(false))
  expect(before.heard(await screen.findByText(/does not have all of them yet/))).toBe(true)

  await noteComplete(databases.mailbox().db, '2026-11-21T10:00:00.000Z')
  act(() => announce(['complete']))
  await screen.findByText('No orders yet')
  screen.getByText('What you order appears here at once, with how far it has got.')
  expect(screen.queryByText('Your orders are still arriving')).toBeNull()
})

test('an incomplete list says that more may come, and a confirmed order when it was confirmed', async () => {
  await show([anOrder()], true)
  await screen.findByText('Your orders are still arriving')
  await waitFor(() => screen.getByText(/^Confirmed .*\d:\d\d/))
})

test('a visitor’s orders are shown below the note that the history needs a login', async () => {
  await screenWith({ documents: [anIntent(aUlid())] })
  await screen.findByText('Login Required')
  expect((await screen.findByRole('link', { name: /Red Roses|red-roses/ })).getAttribute('href')).toBe(
    `#/order-tracking/${aUlid()}`,
  )
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toContain('order-history')
})

test('a refused order that was placed again says so, and a refused cancellation says why', async () => {
  const cancelling = { ...anIntent(aUlid(4)), kind: 'cancel-order', payload: { order: aUlid(2) } }
  const refused = { outcome: 'refused', reason: 'price_changed', decidedAt: '2026-11-21T10:00:00.000Z' } as const
  const again = anIntent(aUlid(1), { madeAt: '2026-11-21T10:05:00.000Z' })
  await screenWith({
    account,
    documents: [
      ...[anIntent(aUlid(0)), aReceipt(aUlid(0), refused), again],
      ...[anOrder(aUlid(2)), cancelling, aReceipt(aUlid(4), { outcome: 'refused', reason: 'too_late' })],
    ],
  })
  await screen.findByText('You have placed this order again since.')
  screen.getByText('Order without a number')
  const title = await screen.findByText('Your order was not cancelled')
  within(title.closest('li') as HTMLElement).getByText(/30 minutes/)
})

const manyOrders = (count: number, status: (n: number) => Order['status']) =>
  Array.from({ length: count }, (_, n) => anOrder(aUlid(n), { status: status(n) }))

async function showLong(address: string, documents: object[]) {
  location.hash = address
  await renderWithLocalData(
    <HashRouter>
      <OrderHistoryScreen />
    </HashRouter>,
    { account, documents },
  )
  await waitFor(() => expect(orderLinks()).not.toHaveLength(0))
}

const orderLinks = () => [...document.querySelectorAll('h2 a')]

test('a long history shows fifty orders of the chosen tab', async () => {
  await showLong(
    '#/order-history?show=delivered',
    manyOrders(62, (n) => (n < 10 ? 'cancelled' : 'delivered')),
  )
  await waitFor(() => expect(orderLinks()).toHaveLength(50))
  await screen.findByText('50 of 52 are shown.')
})

test('while only the newest orders are read no list is called empty, and no number is said', async () => {
  const { everShowed } = watchScreen()
  await showLong(
    '#/order-history?show=cancelled',
    manyOrders(120, (n) => (n === 0 ? 'cancelled' : 'delivered')),
  )
  expect(orderLinks()).toHaveLength(1)
  expect(everShowed('Older ones are still being read on this phone.')).toBe(true)
  expect(everShowed('No orders here')).toBe(false)
  expect(everShowed('50 of')).toBe(false)
})

const picturesOf = (image: string) => document.querySelectorAll(`li img[src="/flowers/${image}.svg"]`)
const lineOf = (n: number) => ({ ...first(anOrder().lines), flower: `flower-${n}`, image: 'tulips' })
const first = <T,>([one]: readonly T[]): T => {
  if (one === undefined) throw new Error('there is none')
  return one
}

test('an order shows its florists, when it was ordered, and four pictures with the number of the others', async () => {
  const lines = Array.from({ length: 6 }, (_, n) => lineOf(n))
  await screenWith({ account, documents: [anOrder(aUlid(), { lines })] })
  await screen.findByText(first(lines).floristName.en)
  screen.getByText('Ordered 21 Nov')
  expect(picturesOf('tulips')).toHaveLength(4)
  screen.getByText('+2')
})

test('an order of one flower shows one picture and no number', async () => {
  await screenWith({ account, documents: [anOrder()] })
  await screen.findByText('Ordered 21 Nov')
  expect(picturesOf(first(anOrder().lines).image)).toHaveLength(1)
  expect(screen.queryByText(/^\+\d/)).toBeNull()
})

test('an order that could not be delivered is with the cancelled ones, with its refund, until it turns out to have arrived', async () => {
  const failed = (n: number, refund: 'due' | 'arrived_after_all') =>
    anOrder(aUlid(n), { status: 'failed', failedBy: 'nobody', refund, number: `FLR176371920000${n}ABC` })
  await showLong('#/order-history', [failed(1, 'due'), failed(2, 'arrived_after_all'), anOrder(aUlid(3))])
  await screen.findByText('Could not be delivered')
  screen.getByText('Refund due')
  const numbers = () => screen.getAllByText(/^FLR/).map(({ textContent }) => textContent)
  fireEvent.click(screen.getByRole('button', { name: 'Cancelled' }))
  await waitFor(() => expect(numbers()).toEqual(['FLR1763719200001ABC']))
  fireEvent.click(screen.getByRole('button', { name: 'Delivered' }))
  await waitFor(() => expect(numbers()).toEqual(['FLR1763719200002ABC']))
  screen.getByText('Arrived after all')
})

test('an order card says who brings the flowers, and to whom they were handed', async () => {
  const at = '2026-11-21T10:00:00.000Z'
  await screenWith({
    account,
    documents: [
      anOrder(aUlid(1), { status: 'preparing', partner: { name: 'Imran' } }),
      anOrder(aUlid(2), { status: 'delivered', handedTo: 'guard', timeline: [{ status: 'delivered', at }] }),
    ],
  })
  await screen.findByText('Imran brings your flowers.')
  screen.getByText(/^Handed to the guard, .*3:30/)
})
