import { expect, test } from 'vitest'
import { deliveryDeadline, isUrgent, lastCallAt, opensAt, silentAt, takenBackAt } from './delivery-deadlines.ts'

const order = {
  deliveryOn: '2026-11-26',
  deliveryWindow: 'afternoon',
  confirmedAt: '2026-11-25T05:00:00.000Z',
} as const
/** A time of that day in India. */
const at = (time: string) => new Date(`2026-11-26T${time}:00+05:30`).toISOString()

test('a delivery opens two hours before its window, or when it is ordered if that is later', () => {
  expect(opensAt(order)).toBe(at('10:00'))
  expect(opensAt({ ...order, confirmedAt: at('13:00') })).toBe(at('13:00'))
})

test('last call is an hour after the window, and an order of the late evening is open for two hours at least', () => {
  expect(lastCallAt(order, at('10:00'))).toBe(at('18:00'))
  expect(lastCallAt({ ...order, deliveryWindow: 'any' }, at('21:30'))).toBe('2026-11-26T19:00:00.000Z')
})

test('an award is taken back 45 minutes after the window begins, or after the award if that is later', () => {
  expect(takenBackAt(order, at('10:30'))).toBe(at('12:45'))
  expect(takenBackAt(order, at('14:00'))).toBe(at('14:45'))
})

test('a partner on the way is silent three hours after the window, and a day later the delivery fails', () => {
  expect(silentAt(order, at('13:00'))).toEqual({ item: at('20:00'), fails: '2026-11-27T14:30:00.000Z' })
})

test('every state but a final one has a deadline', () => {
  const base = { since: at('12:00'), openedAt: at('10:00'), rounds: [], steps: [] }
  for (const state of ['waiting', 'open', 'awarded', 'on_the_way'] as const)
    expect(deliveryDeadline(order, { ...base, state }, false), state).toBeDefined()
  for (const state of ['delivered', 'failed', 'cancelled'] as const)
    expect(deliveryDeadline(order, { ...base, state }, false), state).toBeUndefined()
})

test('a delivery is urgent when less than an hour of its window is left', () => {
  expect(isUrgent(order, new Date(at('15:59')))).toBe(false)
  expect(isUrgent(order, new Date(at('16:01')))).toBe(true)
})
