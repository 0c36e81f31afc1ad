// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { beforeAll, expect, test } from 'vitest'
import { dayOf } from '#model'
import { drafts } from '../../data/drafts.ts'
import { cart } from '../../data/orders/cart.ts'
import { OrderTrackingScreen } from '../../features/order-tracking/order-tracking.tsx'
import { ProductScreen } from '../../features/product/product.tsx'
import { startLanguage } from '../../i18n/start.ts'
import { account, press, renderCheckout, typed } from '../../testing/checkout-screen.tsx'
import { anOrder, aUlid } from '../../testing/documents.ts'
import { fakeDialogs } from '../../testing/fake-dialogs.ts'
import { openLocalData, renderWithLocalData } from '../../testing/render-with-local-data.tsx'
import { type TestDevice, testDevice } from '../../testing/test-device.ts'
import { ToastRegion } from '../../ui/overlays/toasts.tsx'
import { ClockNotice } from '../shell/status/clock-notice.tsx'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

beforeAll(async () => {
  fakeDialogs()
  await startLanguage()
})

/** A device whose clock is off, and a service whose answers have the right time. */
const deviceOff = (ms: number) =>
  testDevice({
    now: () => new Date(Date.now() + ms),
    fetch: async () => Response.json({}, { headers: { Date: new Date().toUTCString() } }),
  })

const hearService = (device: TestDevice) => act(() => device.environment.fetch(`${device.environment.origin}/health`))

test('a phone that is a day slow offers today and not yesterday, from the first answer of the service on', async () => {
  const device = deviceOff(-DAY_MS)
  await renderWithLocalData(
    <MemoryRouter initialEntries={['/product/tulips']}>
      <Routes>
        <Route path="/product/:id" element={<ProductScreen />} />
      </Routes>
    </MemoryRouter>,
    { device },
  )
  const day = await screen.findByLabelText<HTMLInputElement>('Delivery date')
  expect(day.value).toBe(dayOf(new Date(Date.now() - DAY_MS)))
  await hearService(device)
  expect([day.value, day.min]).toEqual([dayOf(new Date()), dayOf(new Date())])
})

test('a checkout that a slow phone began with yesterday goes on with today', async () => {
  const device = await openLocalData({ account, device: deviceOff(-DAY_MS) })
  await cart.add('tulips', 1)
  drafts.save('checkout', { ...typed, deliveryOn: '' })
  renderCheckout('')
  const day = await screen.findByLabelText<HTMLInputElement>('Delivery date')
  await hearService(device)
  await waitFor(() => expect(day.value).toBe(dayOf(new Date())))
  await press('Continue to Payment')
  await press('Place order')
  await waitFor(async () => expect(await device.databases.mailbox().allOf('intent')).toHaveLength(1))
  const [intent] = await device.databases.mailbox().allOf('intent')
  expect(intent?.kind === 'place-order' && intent.payload.deliveryOn).toBe(dayOf(new Date()))
  expect(Math.abs(Date.parse(intent?.madeAt ?? '') - Date.now())).toBeLessThan(MINUTE_MS)
})

test('on a phone that is 35 minutes fast an order that was just confirmed can be changed and cancelled', async () => {
  const device = deviceOff(35 * MINUTE_MS)
  await renderWithLocalData(
    <MemoryRouter initialEntries={[`/order-tracking/${aUlid()}`]}>
      <Routes>
        <Route path="/order-tracking/:orderId" element={<OrderTrackingScreen />} />
      </Routes>
    </MemoryRouter>,
    { device, account, documents: [anOrder(aUlid(), { confirmedAt: new Date().toISOString() })] },
  )
  await screen.findByRole('heading', { level: 1 })
  await hearService(device)
  expect(screen.getByRole('timer').textContent).toMatch(/^(30:00|29:5\d)$/)
  screen.getByRole('button', { name: 'Cancel order' })
})

test('a wrong clock is reported in one sentence, once', async () => {
  const device = deviceOff(-DAY_MS)
  const sentence = 'The clock of this device is wrong. Mogra goes by the right time.'
  const shell = (
    <MemoryRouter>
      <ClockNotice />
      <ToastRegion />
    </MemoryRouter>
  )
  const { unmount } = await renderWithLocalData(shell, { device })
  expect(screen.queryByText(sentence)).toBeNull()
  await hearService(device)
  const toast = screen.getByText(sentence)
  fireEvent.pointerEnter(toast)
  unmount()

  const again = await device.reload()
  await renderWithLocalData(
    <MemoryRouter>
      <ClockNotice />
    </MemoryRouter>,
    { device: again },
  )
  expect(again.clock.tellsWrong()).toBe(false)
})
