// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { PlaceOrder } from '#model'
import { orderById } from '../../data/orders.ts'
import { replaceHere } from '../../data/page/here.ts'
import { useLive } from '../../data/use-live.ts'
import { startLanguage } from '../../i18n/start.ts'
import { anIntent, aPlaceOrder, aReceipt, aUlid } from '../../testing/documents.ts'
import { renderWithLocalData } from '../../testing/render-with-local-data.tsx'
import type { TestDevice } from '../../testing/test-device.ts'
import { Refused } from './refused.tsx'

let device: TestDevice | undefined
beforeAll(startLanguage)
afterEach(async () => {
  cleanup()
  await device?.close()
  device = undefined
  replaceHere(undefined)
})

function Screen() {
  const view = useLive(orderById(aUlid()))
  return view.status === 'ready' && view.data ? <Refused view={view.data} /> : null
}

async function refusedOrder(reason: string, changes: Partial<PlaceOrder> = {}) {
  const payload = aPlaceOrder(changes)
  const result = { totalRupees: 1200 }
  const shown = await renderWithLocalData(
    <MemoryRouter>
      <Routes>
        <Route path="/" element={<Screen />} />
        <Route path="/order-tracking/:orderId" element={<p>the new order</p>} />
      </Routes>
    </MemoryRouter>,
    { documents: [anIntent(aUlid(), { payload }), aReceipt(aUlid(), { outcome: 'refused', reason, result })] },
  )
  device = shown.device
  await screen.findByRole('status')
  return shown.device
}

const fromCart = { lines: [{ flower: 'red-roses', quantity: 1, consumes: { 'device-1': 1 } }] }

test('flowers are back in the cart only if they were taken out of it', async () => {
  await refusedOrder('out_of_stock', fromCart)
  screen.getByText('Your flowers are back in your cart.')
  expect(screen.getByRole('link', { name: 'Go to cart' }).getAttribute('href')).toBe('#/cart')
})

test('a Buy Now leads back to its flower', async () => {
  await refusedOrder('out_of_stock')
  screen.getByText('Your cart has not changed.')
  expect(screen.getByRole('link', { name: 'Show the flower' }).getAttribute('href')).toBe('#/product/red-roses')
})

test('what another device has ordered already is found among the orders', async () => {
  await refusedOrder('already_ordered', fromCart)
  expect(screen.getByRole('link', { name: 'Your orders' }).getAttribute('href')).toBe('#/order-history')
})

test('an order at the new price is made once, also when its refusal cannot be put away', async () => {
  const { databases } = await refusedOrder('price_changed')
  const mailbox = databases.mailbox()
  const put = mailbox.db.put.bind(mailbox.db)
  // A full disk between the order and the mark.
  vi.spyOn(mailbox.db, 'put').mockImplementation(async (doc) => {
    if (String(doc._id).startsWith('_local/')) throw new Error('quota exceeded')
    return put(doc)
  })
  fireEvent.click(screen.getByRole('button', { name: 'Order for ₹1,200' }))
  await screen.findByText('the new order')
  await waitFor(async () => expect(await mailbox.openIntents('place-order')).toHaveLength(2))
})
