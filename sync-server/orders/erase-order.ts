import type { Round } from '#model'
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

/** What a partner needs of the customer, as the order has it. */
export const dropOf = ({ address, lines }: Pick<OrderRecord, 'address' | 'lines'>): Drop => ({
  ...{ name: address.name, phone: address.phone, address: address.address, pincode: address.pincode },
  ...(address.landmark !== undefined && { landmark: address.landmark }),
  messages: lines.map(({ message }) => message),
})
