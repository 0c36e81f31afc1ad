// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { beforeAll, expect, test, vi } from 'vitest'
import type { PlaceOrder } from '#model'
import { orderById } from '../../data/orders/orders.ts'
import { useLive } from '../../data/use-live.ts'
import { startLanguage } from '../../i18n/start.ts'
import { anIntent, anOrder, aPlaceOrder, aReceipt, aUlid } from '../../testing/documents.ts'
import { renderWithLocalData } from '../../testing/render-with-local-data.tsx'
import { watchScreen } from '../../testing/watch-screen.ts'
import { RefusedOrder } from './refused-order.tsx'

beforeAll(startLanguage)

/** A time later than the refusal. */
const LATER = '2027-01-01T00:00:00.000Z'

function Screen() {
  const view = useLive(orderById(aUlid()))
  return view.status === 'ready' && view.data ? <RefusedOrder view={view.data} /> : null
}

async function refusedOrder(
  reason: string,
  changes: Partial<PlaceOrder> = {},
  more: object[] = [],
  result: object = { totalRupees: 1200 },
) {
  const payload = aPlaceOrder(changes)
  const shown = await renderWithLocalData(
    <MemoryRouter>
      <Routes>
        <Route path="/" element={<Screen />} />
        <Route path="/order-tracking/:orderId" element={<p>the new order</p>} />
      </Routes>
    </MemoryRouter>,
    { documents: [anIntent(aUlid(), { payload }), aReceipt(aUlid(), { outcome: 'refused', reason, result }), ...more] },
  )
  await screen.findAllByRole('link')
  return shown.device
}

const fromCart = { lines: [{ flower: 'red-roses', quantity: 1, consumes: { 'device-1': 1 } }] }

test('flowers are back in the cart only if they were taken from it', async () => {
  await refusedOrder('out_of_stock', fromCart)
  screen.getByText('Your flowers are back in your cart.')
  expect(screen.getByRole('link', { name: 'Go to cart' }).getAttribute('href')).toBe('#/cart')
})

test('flowers out of stock are named, and the rest can be ordered at its own price, once', async () => {
  const lines = ['red-roses', 'tulips'].map((flower) => ({ flower, quantity: 1, consumes: { 'device-1': 1 } }))
  const gone = { lines: [{ flower: 'tulips' }] }
  const { databases } = await refusedOrder('out_of_stock', { lines, promoCode: 'MOGRA10' }, [], gone)
  await screen.findByText('Pink Tulips')
  fireEvent.click(await screen.findByRole('button', { name: 'Order the rest for ₹994' }))
  await screen.findByText('the new order')
  const asked = await databases.mailbox().openIntents('place-order')
  expect(asked.at(-1)?.intent.payload).toMatchObject({
    ...{ lines: [{ flower: 'red-roses' }], quotedTotalRupees: 994, promoCode: 'MOGRA10' },
  })
  cleanup()
  await refusedOrder('out_of_stock', { lines }, [anIntent(aUlid(1), { madeAt: LATER })], gone)
  screen.getByRole('link', { name: 'Show the new order' })
})

test('an invalid code is named, and left out of the order that is offered instead', async () => {
  const { databases } = await refusedOrder('promo_expired', { promoCode: 'MOGRA10' })
  screen.getByText('MOGRA10')
  fireEvent.click(screen.getByRole('button', { name: /₹1,200/ }))
  await screen.findByText('the new order')
  const asked = await databases.mailbox().openIntents('place-order')
  expect(asked.at(-1)?.intent.payload).not.toHaveProperty('promoCode')
})

test('a refused Buy Now leads back to its flower', async () => {
  await refusedOrder('out_of_stock')
  screen.getByText('Your cart has not changed.')
  expect(screen.getByRole('link', { name: 'Show the flower' }).getAttribute('href')).toBe('#/product/red-roses')
})

test('an order that another device had already placed leads to the list of orders', async () => {
  await refusedOrder('already_ordered', fromCart)
  expect(screen.getByRole('link', { name: 'Your orders' }).getAttribute('href')).toBe('#/order-history')
})

test('an order at the new price is placed once, even if its refusal cannot be dismissed', async () => {
  const { databases } = await refusedOrder('price_changed')
  const mailbox = databases.mailbox()
  const put = mailbox.db.put.bind(mailbox.db)
  // The disk is full after the order is stored and before the refusal is dismissed.
  vi.spyOn(mailbox.db, 'put').mockImplementation(async (doc) => {
    if (String(doc._id).startsWith('_local/')) throw new Error('quota exceeded')
    return put(doc)
  })
  fireEvent.click(screen.getByRole('button', { name: 'Order for ₹1,200' }))
  await screen.findByText('the new order')
  await waitFor(async () => expect(await mailbox.openIntents('place-order')).toHaveLength(2))
})

const newPrice = aPlaceOrder({ quotedTotalRupees: 1200 })
test.each([
  ['is pending', anIntent(aUlid(1), { payload: newPrice, madeAt: LATER })],
  ['is confirmed', anOrder(aUlid(1), { placedAt: LATER })],
])('a refused order whose replacement %s is not offered again, and links to the new one', async (_, again) => {
  await refusedOrder('price_changed', {}, [again])
  expect(screen.queryByRole('button')).toBeNull()
  const next = screen.getByRole('link', { name: 'Show the new order' })
  expect(next.getAttribute('href')).toBe(`#/order-tracking/${aUlid(1)}`)
})

test('a person who placed the same order twice before the refusal can still place the refused one again', async () => {
  await refusedOrder('price_changed', {}, [anIntent(aUlid(1), { payload: newPrice })])
  screen.getByRole('button', { name: 'Order for ₹1,200' })
})

test('a later order to another place does not replace the refused one', async () => {
  const { address } = aPlaceOrder()
  const payload = aPlaceOrder({ address: { ...address, pincode: '302016' } })
  await refusedOrder('price_changed', {}, [anIntent(aUlid(1), { payload })])
  screen.getByRole('button', { name: 'Order for ₹1,200' })
})

test('an old order that was placed again is never offered once more, also while the orders since are being read', async () => {
  const { everShowed } = watchScreen()
  const again = anIntent(aUlid(1), { madeAt: LATER })
  const since = Array.from({ length: 120 }, (_, n) => anOrder(aUlid(n + 2), { deliveryOn: '2026-11-23' }))
  await refusedOrder('price_changed', {}, [again, ...since])
  await screen.findByText('You have placed this order again since.')
  expect(everShowed('Order for')).toBe(false)
})
