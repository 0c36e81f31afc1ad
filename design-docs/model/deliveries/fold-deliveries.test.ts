import { expect, test } from 'vitest'
import { intentId } from '../intents/intent-ids.ts'
import { type Receipt, receiptId } from '../intents/receipt.ts'
import type { DeliveryFact } from './delivery-fact.ts'
import { type AskedMove, foldDelivery, isCarried, nextStep } from './fold-deliveries.ts'

const AT = '2026-11-21T10:00:00.000Z'
const ORDER = '01JD6Y00000000000000000001'
const ulid = (n: number) => `01JD6Z0000000000000000000${n}`

const fact = (changes: Partial<DeliveryFact> = {}): DeliveryFact => ({
  ...{ _id: `delivery:${ORDER}`, type: 'delivery', order: `order:${ORDER}`, version: 3, state: 'awarded' },
  ...{ pickup: { florist: { en: 'Gulab Bagh', hi: 'गुलाब बाग़' }, area: 'C-Scheme', pincode: '302001' } },
  ...{ dropPincode: '302015', earningRupees: 50, deliveryOn: '2026-11-21', deliveryWindow: 'afternoon' },
  ...{ number: 'FLR1795231927699AB1', awardedAt: AT, changedAt: AT, steps: [] },
  ...changes,
})

const envelope = (n: number) => ({
  ...{ _id: intentId(ulid(n)), type: 'intent' as const, device: 'phone', n },
  madeAt: `2026-11-21T10:0${n}:00.000Z`,
})
const of = (n: number) => ({ order: ORDER, version: 3, at: `2026-11-21T10:0${n}:00.000Z` })
const pickedUp = (n: number, more: Partial<AskedMove> = {}): AskedMove => ({
  intent: { ...envelope(n), kind: 'advance-delivery', payload: { ...of(n), step: 'picked_up' } },
  ...more,
})
const delivered = (n: number, more: Partial<AskedMove> = {}): AskedMove => ({
  intent: { ...envelope(n), kind: 'advance-delivery', payload: { ...of(n), step: 'delivered', handedTo: 'guard' } },
  ...more,
})
const released = (n: number): AskedMove => ({
  intent: { ...envelope(n), kind: 'release-delivery', payload: { order: ORDER, reason: 'vehicle' } },
})
const receipt = (n: number, outcome: Receipt['outcome'], version = 4): Receipt => ({
  ...{ _id: receiptId(ulid(n)), type: 'receipt', outcome, receivedAt: AT, decidedAt: AT, result: { version } },
})

test('steps made without a network show at once, in the order in which they were made', () => {
  const view = foldDelivery(fact(), [delivered(2), pickedUp(1)])
  expect(view).toMatchObject({ state: 'delivered', since: of(2).at, ended: { handedTo: 'guard' } })
  expect(view?.pending).toEqual([
    { what: 'picked_up', stage: 'saved', at: envelope(1).madeAt },
    { what: 'delivered', stage: 'saved', at: envelope(2).madeAt },
  ])
})

test('a step waits until the delivery with its result arrives, also after its receipt', () => {
  const sent = foldDelivery(fact(), [pickedUp(1, { sentAt: AT })])
  expect(sent).toMatchObject({ state: 'on_the_way', pending: [{ stage: 'sent' }] })
  const decided = foldDelivery(fact(), [pickedUp(1, { receipt: receipt(1, 'done') })])
  expect(decided).toMatchObject({ state: 'on_the_way', pending: [{ stage: 'sent' }] })
  const arrived = foldDelivery(fact({ version: 4, state: 'on_the_way' }), [
    pickedUp(1, { receipt: receipt(1, 'done') }),
  ])
  expect(arrived).toMatchObject({ state: 'on_the_way', pending: [] })
})

test('a step that the fact has already no longer waits, even without its receipt', () => {
  const steps = [{ step: 'picked_up', at: AT, receivedAt: AT } as const]
  expect(foldDelivery(fact({ version: 4, state: 'on_the_way', steps }), [pickedUp(1)])?.pending).toEqual([])
})

test('a delivery that has ended says when and how by its partner, however late the service heard of it', () => {
  const steps = [
    { step: 'picked_up', at: of(1).at, receivedAt: AT },
    { step: 'delivered', at: of(2).at, receivedAt: of(9).at, handedTo: 'door' },
  ] as const
  expect(foldDelivery(fact({ state: 'delivered', steps: [...steps], changedAt: of(9).at }), [])).toMatchObject({
    ...{ since: of(2).at, ended: { handedTo: 'door' } },
  })
  expect(foldDelivery(fact({ state: 'taken_back', changedAt: of(9).at }), [])?.since).toBe(of(9).at)
})

test('a refused step moves nothing', () => {
  const view = foldDelivery(fact(), [pickedUp(1, { receipt: receipt(1, 'refused') })])
  expect(view).toMatchObject({ state: 'awarded', pending: [] })
})

test('a partner who has the flowers goes on with a delivery that was taken back, and one without does not', () => {
  expect(foldDelivery(fact({ state: 'taken_back' }), [pickedUp(1), delivered(2)])?.state).toBe('delivered')
  for (const state of ['released', 'cancelled', 'failed'] as const) {
    const view = foldDelivery(fact({ state }), [pickedUp(1)])
    expect(view).toMatchObject({ state, pending: [{ what: 'picked_up' }] })
  }
})

test('a partner can give a delivery back only before the pick-up', () => {
  expect(foldDelivery(fact(), [released(1)])?.state).toBe('released')
  expect(foldDelivery(fact(), [pickedUp(1), released(2)])?.state).toBe('on_the_way')
})

test('each state that is carried has a next step, and no other one has', () => {
  const step = (state: DeliveryFact['state']) => nextStep({ state })
  expect([step('awarded'), step('on_the_way')]).toEqual(['picked_up', 'delivered'])
  for (const state of ['delivered', 'failed', 'taken_back', 'released', 'cancelled'] as const) {
    expect([step(state), isCarried({ state })]).toEqual([undefined, false])
  }
})
