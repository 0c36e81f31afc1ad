import { expect, test } from 'vitest'
import type { DeliveryState, Order } from '#model'
import { withDelivery } from './move-delivery.ts'
import type { OrderContent } from './order-record.ts'

const at = (minute: number) => `2026-11-26T10:${String(minute).padStart(2, '0')}:00.000Z`
const confirmed = { status: 'confirmed' as const, at: at(0) }
const preparing = { status: 'preparing' as const, at: at(1) }

function moved(timeline: Order['timeline'], state: DeliveryState) {
  const status = timeline.at(-1)?.status ?? 'confirmed'
  const rounds = [{ partner: 'ravi', awardedAt: at(1), intent: 'x' }]
  const order = { status, timeline, items: [], carriedBy: 'somebody' } as Partial<OrderContent> as OrderContent
  return withDelivery(order, { state, since: at(9), rounds, steps: [] }, at(9))
}

test('each state of the delivery is a step of the order’s timeline', () => {
  expect(moved([confirmed], 'awarded').timeline).toEqual([confirmed, { status: 'preparing', at: at(9) }])
  expect(moved([confirmed, preparing], 'on_the_way').timeline.map(({ status }) => status)).toEqual([
    ...['confirmed', 'preparing', 'out_for_delivery'],
  ])
  expect(moved([confirmed, preparing], 'cancelled').timeline.at(-1)).toEqual({ status: 'cancelled', at: at(9) })
  expect(moved([confirmed], 'open').timeline).toEqual([confirmed])
})

test('what was passed over on the way is entered with the step that arrived', () => {
  expect(moved([confirmed, preparing], 'delivered').timeline).toEqual([
    ...[confirmed, preparing],
    ...[
      { status: 'out_for_delivery', at: at(9) },
      { status: 'delivered', at: at(9) },
    ],
  ])
})

test('a delivery that its partner lost goes back to when the order was confirmed', () => {
  expect(moved([confirmed, preparing], 'open')).toMatchObject({ status: 'confirmed', timeline: [confirmed] })
})

test('it is known who carries it, and a failed or cancelled order waits for a refund', () => {
  expect(moved([confirmed], 'awarded')).toMatchObject({ carriedBy: 'ravi', items: [] })
  for (const state of ['failed', 'cancelled'] as const) {
    const order = moved([confirmed, preparing], state)
    expect(order.items).toEqual([{ what: 'refund', at: at(9) }])
    expect(order).not.toHaveProperty('carriedBy')
  }
})
