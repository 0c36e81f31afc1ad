// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { beforeAll, expect, test } from 'vitest'
import { dayOf, type Order, orderId } from '#model'
import { startLanguage } from '../../i18n/start.ts'
import { anOrder, aUlid } from '../../testing/documents.ts'
import { renderWithLocalData } from '../../testing/render-with-local-data.tsx'
import { OrderChangeScreen } from './order-change.tsx'

beforeAll(startLanguage)

const account = { id: 'a1', email: 'asha@device.example', name: 'Asha', role: 'CUSTOMER' as const }

/** An order that was confirmed a moment ago. */
const confirmed = (changes: Partial<Order> = {}) =>
  anOrder(aUlid(), { confirmedAt: new Date().toISOString(), deliveryOn: dayOf(new Date()), ...changes })
const accepted = { version: 2, status: 'preparing', partner: { name: 'Imran' } } as const

async function change(order: Order) {
  const { device } = await renderWithLocalData(
    <MemoryRouter initialEntries={[`/order-change/${aUlid()}`]}>
      <Routes>
        <Route path="/order-change/:orderId" element={<OrderChangeScreen />} />
        <Route path="*" element={<p>elsewhere</p>} />
      </Routes>
    </MemoryRouter>,
    { documents: [order], account },
  )
  await screen.findByRole('heading', { name: 'Change your order' })
  return device.databases.mailbox()
}
const pincode = () => screen.getByLabelText<HTMLInputElement>('PIN code')
const windows = () => screen.getByLabelText<HTMLSelectElement>('Delivery time')

test('once a partner has accepted an order, its PIN code and its time stay, and the rest can be changed', async () => {
  const order = confirmed(accepted)
  const mailbox = await change(order)
  screen.getByText('Imran has accepted this order, so its PIN code and its time stay as they are.')
  expect(pincode().readOnly).toBe(true)
  expect([...windows().options].map(({ value }) => value)).toEqual([order.deliveryWindow])

  fireEvent.change(screen.getByLabelText(/Recipient/), { target: { value: 'Ravi' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save the change' }))
  await waitFor(async () => expect(await mailbox.openIntents('change-order')).toHaveLength(1))
  const [asked] = await mailbox.openIntents('change-order')
  expect(asked?.intent.payload).toMatchObject({ address: { name: 'Ravi', pincode: order.address.pincode } })
  expect(asked?.intent.payload).not.toHaveProperty('deliveryWindow')
})

test('a PIN code and a time that are typed when a partner accepts become those of the order again', async () => {
  const order = confirmed({ deliveryWindow: 'any' })
  const { db } = await change(order)
  fireEvent.change(pincode(), { target: { value: '302099' } })
  expect(pincode().value).toBe('302099')
  const { _rev } = await db.get(orderId(aUlid()))
  await db.bulkDocs([{ ...order, ...accepted, _rev }])
  await waitFor(() => expect(pincode().value).toBe(order.address.pincode))
  expect(pincode().readOnly).toBe(true)
  expect(windows().value).toBe('any')
})
