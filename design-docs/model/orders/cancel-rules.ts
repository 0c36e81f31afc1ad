import { windowOf } from './delivery-times.ts'
import { type ChangeOrder, whyNotEditable } from './edit-order.ts'
import type { Order } from './order.ts'

type Editable = Pick<Order, 'status' | 'confirmedAt' | 'deliveryOn' | 'deliveryWindow'>

/**
 * Whether partners can take the order and none has, as its fact says. The service asks the delivery in its record
 * instead: `waiting` or `open`.
 */
export const isUntaken = ({ status, openedAt, partner }: Pick<Order, 'status' | 'openedAt' | 'partner'>): boolean =>
  status === 'confirmed' && openedAt !== undefined && partner === undefined

/** When the window of an order begins: from then on it can be cancelled as long as nobody has taken it. */
export const windowBegins = (order: Pick<Order, 'deliveryOn' | 'deliveryWindow'>): Date =>
  new Date(windowOf(order).begins)

/** Why an order cannot be cancelled; undefined if it can. The service passes the time of its own clock. */
export function whyNotCancellable(order: Editable, now: Date, isNobodys: boolean): ReturnType<typeof whyNotEditable> {
  const reason = whyNotEditable(order, now)
  return reason === 'too_late' && isNobodys && now >= windowBegins(order) ? undefined : reason
}

/**
 * Whether a partner has accepted the order: then neither PIN code nor window can be changed, because the partner
 * accepted that place and that time.
 */
export const isAwarded = ({ status }: Pick<Order, 'status'>): boolean => status === 'preparing'

/** Whether a change concerns what a partner has accepted: the PIN code or the window. */
export function touchesTrip(
  order: Pick<Order, 'address' | 'deliveryWindow'>,
  { address, deliveryWindow }: Pick<ChangeOrder, 'address' | 'deliveryWindow'>,
): boolean {
  const isElsewhere = address !== undefined && address.pincode !== order.address.pincode
  return isElsewhere || (deliveryWindow !== undefined && deliveryWindow !== order.deliveryWindow)
}

/** Why this change is not possible; undefined if it is. The service passes the time of its own clock. */
export function whyNotChangeable(
  order: Editable & Pick<Order, 'address'>,
  change: Pick<ChangeOrder, 'address' | 'deliveryWindow'>,
  now: Date,
): ReturnType<typeof whyNotEditable> | 'order_awarded' {
  const reason = whyNotEditable(order, now)
  if (reason || !isAwarded(order) || !touchesTrip(order, change)) return reason
  return 'order_awarded'
}
