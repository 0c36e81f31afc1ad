// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { drafts } from '../../data/drafts.ts'
import { cart } from '../../data/orders/cart.ts'
import { OrderHistoryScreen } from '../../features/order-history/order-history.tsx'
import { OrderTrackingScreen } from '../../features/order-tracking/order-tracking.tsx'
import { ProductScreen } from '../../features/product/product.tsx'
import { startLanguage } from '../../i18n/start.ts'
import { account, press, renderCheckout, typed } from '../../testing/checkout-screen.tsx'
import { anOrder, aUlid } from '../../testing/documents.ts'
import { openLocalData, renderWithLocalData } from '../../testing/render-with-local-data.tsx'

const NOTE = 'All dates and times are India’s (IST).'

beforeAll(startLanguage)
afterEach(() => void vi.restoreAllMocks())

/** Sets the device's time zone, as the minutes from its time to UTC. */
const zone = (minutes: number) => vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(minutes)

const at = (address: string, path: string, element: ReactNode) => (
  <MemoryRouter initialEntries={[address]}>
    <Routes>
      <Route path={path} element={element} />
    </Routes>
  </MemoryRouter>
)
const SCREENS = [
  ['product', at('/product/tulips', '/product/:id', <ProductScreen />)],
  ['tracking', at(`/order-tracking/${aUlid()}`, '/order-tracking/:orderId', <OrderTrackingScreen />)],
  ['history', at('/order-history', '/order-history', <OrderHistoryScreen />)],
] as const

test.each(SCREENS)(
  'abroad, the screen %s says that its times are India’s, and at home it does not',
  async (_name, shown) => {
    const documents = [anOrder()]
    zone(240)
    const { unmount } = await renderWithLocalData(shown, { account, documents })
    await screen.findByText(NOTE)
    unmount()

    zone(-330)
    await renderWithLocalData(shown, { account, documents })
    await screen.findByRole('heading', { level: 1 })
    expect(screen.queryByText(NOTE)).toBeNull()
  },
)

test('abroad, both steps of the checkout say that their times are India’s', async () => {
  zone(0)
  await openLocalData({ account })
  await cart.add('tulips', 1)
  drafts.save('checkout', typed)
  renderCheckout('')
  await screen.findByText(NOTE)
  await press('Continue to Payment')
  await screen.findByRole('button', { name: 'Place order' })
  screen.getByText(NOTE)
})
