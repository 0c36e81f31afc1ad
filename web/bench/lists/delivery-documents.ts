import {
  type DeliveryFact,
  type DeliveryRow,
  deliveryId,
  type IntentOf,
  intentId,
  orderId,
  type PartnerFact,
  type Payout,
} from '#model'
import { aReceipt } from '../../src/testing/documents.ts'
import { noticeOf, ulidOf } from './order-documents.ts'

const AT = '2025-01-01T10:00:00.000Z'
const florist = { en: 'Gulab Bagh', hi: 'गुलाब बाग़' }
const FEE = 50

export const aPartner = (delivered: number, isOnline: boolean): PartnerFact => ({
  ...{ _id: 'partner', type: 'partner', version: 1, isOnline, delivered, counted: delivered },
  earnedRupees: FEE * delivered,
})

/** A delivery with its earning, and with what the partner asked about it. */
export function workOf(n: number, state: 'delivered' | 'on_the_way'): object[] {
  const ulid = ulidOf(n)
  const fact: DeliveryFact = {
    ...{ _id: deliveryId(ulid), type: 'delivery', order: orderId(ulid), version: 5, state },
    pickup: { florist, area: 'C-Scheme', pincode: '302001', address: '4, Church Road', phone: '+911415550101' },
    ...{ dropPincode: '302015', earningRupees: FEE, deliveryOn: '2025-01-01', deliveryWindow: 'any' },
    ...{ number: 'FLR1735725600000ABC', awardedAt: AT, changedAt: AT },
    drop: { name: 'Sunita Deshpande', phone: '+919829011420', address: '14, Bapu Nagar' },
    steps: [{ step: 'picked_up', at: AT, receivedAt: AT }],
  }
  const accepted: IntentOf<'accept-delivery'> = {
    ...{ _id: intentId(ulid), type: 'intent', kind: 'accept-delivery', device: 'phone', n, madeAt: AT },
    payload: { order: ulid },
  }
  const earning = {
    ...{ _id: `earning:${ulid}:delivered`, type: 'earning', version: 1, order: orderId(ulid), kind: 'delivered' },
    ...{ rupees: FEE, at: AT },
  }
  const done = [fact, accepted, aReceipt(ulid), noticeOf(ulid)]
  return state === 'delivered' ? [...done, earning] : done
}

/** A payout that was paid. */
export const payoutOf = (n: number): Payout => ({
  ...{ _id: `payout:${n}`, type: 'payout', version: 3, n, state: 'paid', rupees: 7 * FEE, at: AT, changedAt: AT },
  ...{ bankAccountEnds: '7745', reference: `UTR ${n}` },
})

/** An open delivery of this day (a plain date), 1 to 5 km long. */
export const openDelivery = (n: number, deliveryOn: string, now: Date): DeliveryRow => ({
  ...{ _id: deliveryId(ulidOf(900_000 + n)), type: 'delivery', order: orderId(ulidOf(900_000 + n)), version: 2 },
  ...{ city: 'jaipur', pickup: { florist, area: 'C-Scheme', pincode: '302001' }, dropPincode: '302015' },
  ...{ distanceKm: 1 + (n % 5), earningRupees: FEE, deliveryOn, deliveryWindow: 'any' },
  ...{ items: 1 + (n % 3), openedAt: now.toISOString() },
})
