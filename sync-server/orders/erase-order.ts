import { type Delivery, KEPT_FOR, type Round } from '#model'
import { cancelled } from './move-delivery.ts'
import { remainderOf } from './order-fact.ts'
import { contentOf, type Drop, type OrderContent, type OrderRecord } from './order-record.ts'

/**
 * The order of a deleted account. What is not picked up is cancelled, without a refund that an admin would look for; what
 * is on the way goes on, and the partner keeps what is needed for it until a day after the end.
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

/** A partner who gave the delivery back, or lost it to another, no longer needs to know where it goes. */
const FORGOTTEN_AT_ONCE: readonly Round['ended'][] = ['released', 'displaced', 'cancelled']
export const isForgotten = ({ ended, isForgotten }: Round): boolean =>
  isForgotten === true || FORGOTTEN_AT_ONCE.includes(ended)

const HOUR_MS = 3_600_000
/** Until then the partner who had the flowers may still have to answer for them. */
export const FORGOTTEN_AFTER_MS = KEPT_FOR.deliveryHours * HOUR_MS

/** When the partner of this round no longer needs to know where it went; undefined before the round is over. */
export function forgottenAt({ state, since }: Delivery, { endedAt }: Round): string | undefined {
  const end = endedAt ?? (state === 'delivered' || state === 'failed' ? since : undefined)
  return end && new Date(Date.parse(end) + FORGOTTEN_AFTER_MS).toISOString()
}

/** What a partner needs of the customer, as the order has it. */
export const dropOf = ({ address, lines }: Pick<OrderRecord, 'address' | 'lines'>): Drop => ({
  ...{ name: address.name, phone: address.phone, address: address.address, pincode: address.pincode },
  ...(address.landmark !== undefined && { landmark: address.landmark }),
  messages: lines.map(({ message }) => message),
})
