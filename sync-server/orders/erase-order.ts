import { type Delivery, KEPT_FOR, type Round } from '#model'
import { contentOf } from '../core/core-document.ts'
import { cancelled } from './move-delivery.ts'
import { remainderOf } from './order-fact.ts'
import type { Drop, OrderContent, OrderRecord } from './order-record.ts'

/**
 * The order of a deleted account. If it is not picked up, it is cancelled, without a refund item for admins: nobody is
 * left to whom an admin could say that the money went back, and deleting everybody would make thousands of items. What
 * was paid remains in the order, by number, rupees and way of payment. If it is on the way, it goes on, and the partner
 * keeps what is needed for it until a day after the end.
 */
export function erased(order: OrderRecord, at: string): OrderContent {
  const { state, rounds } = order.delivery
  const isNotPickedUp = state === 'waiting' || state === 'open' || state === 'awarded' || state === 'simulated'
  const ended = isNotPickedUp ? { ...cancelled(order, at), items: order.items } : contentOf(order)
  const remainder = remainderOf(ended)
  const drop = order.delivery.drop ?? dropOf(order)
  const isNeeded = rounds.some((round) => !isForgotten(round))
  return isNotPickedUp || !isNeeded ? remainder : { ...remainder, delivery: { ...remainder.delivery, drop } }
}

/** After these ends the partner no longer needs to know where the flowers go. */
const FORGOTTEN_AT_ONCE: readonly Round['ended'][] = ['released', 'displaced', 'cancelled']
/** True if the partner's copy of this round has no personal data of the customer. */
export const isForgotten = ({ ended, isForgotten }: Round): boolean =>
  isForgotten === true || FORGOTTEN_AT_ONCE.includes(ended)

const HOUR_MS = 3_600_000
/** Until then the partner who had the flowers may still be asked about them. */
export const FORGOTTEN_AFTER_MS = KEPT_FOR.deliveryHours * HOUR_MS

/** When the partner of this round no longer needs to know where it went; undefined before the round is over. */
export function forgottenAt({ state, since }: Delivery, { endedAt }: Round): string | undefined {
  const end = endedAt ?? (state === 'delivered' || state === 'failed' ? since : undefined)
  return end && new Date(Date.parse(end) + FORGOTTEN_AFTER_MS).toISOString()
}

/** What a partner needs to know of the customer, from the order. */
export const dropOf = ({ address, lines }: Pick<OrderRecord, 'address' | 'lines'>): Drop => ({
  ...{ name: address.name, phone: address.phone, address: address.address, pincode: address.pincode },
  ...(address.landmark !== undefined && { landmark: address.landmark }),
  messages: lines.map(({ message }) => message),
})
