import * as v from 'valibot'
import { defineIntent } from '../intents/define-intent.ts'
import { ROLES } from '../values/role.ts'
import { cardMessage, ulid } from '../values/values.ts'
import type { Order } from './order.ts'
import { mayBecome } from './order-status.ts'
import { Address, DELIVERY_WINDOWS, MOST_LINES } from './place-order.ts'

/** Reasons for which neither a change nor a cancellation is possible. */
const NOT_EDITABLE = ['order_unknown', 'order_on_its_way', 'order_ended', 'too_late', 'changed_too_often'] as const

export const cancelOrder = defineIntent({
  kind: 'cancel-order',
  askedBy: ROLES,
  payload: v.strictObject({ order: ulid }),
  refusals: NOT_EDITABLE,
})

const ChangeOrder = v.strictObject({
  order: ulid,
  /** The city cannot be changed, because a florist of that city has the order. */
  address: v.optional(v.omit(Address, ['city'])),
  /** Messages by the index of the line in the order; an empty message removes the old one. */
  messages: v.optional(
    v.pipe(
      v.array(
        v.strictObject({
          line: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MOST_LINES - 1)),
          message: cardMessage,
        }),
      ),
      v.maxLength(MOST_LINES),
    ),
  ),
  deliveryWindow: v.optional(v.picklist(DELIVERY_WINDOWS)),
})
export type ChangeOrder = v.InferOutput<typeof ChangeOrder>

/** An absent field is not changed, so that two phones may change different fields. */
export const changeOrder = defineIntent({
  kind: 'change-order',
  askedBy: ROLES,
  payload: ChangeOrder,
  refusals: [...NOT_EDITABLE, 'order_awarded', 'delivery_date_passed', 'delivery_window_passed'],
})

/** For this many minutes after its confirmation, the customer may change or cancel an order. */
export const EDITABLE_MINUTES = 30

export const editableUntil = ({ confirmedAt }: Pick<Order, 'confirmedAt'>): Date =>
  new Date(Date.parse(confirmedAt) + EDITABLE_MINUTES * 60_000)

/** An order can be cancelled until it is picked up, and changed as long as it can be cancelled. */
const isBeforePickUp = ({ status }: Pick<Order, 'status'>) => mayBecome(status, 'cancelled')

/**
 * Why an order cannot be changed any more; `whyNotCancellable` says for how long it can be cancelled. The service passes
 * the time of its own clock.
 */
export function whyNotEditable(
  order: Pick<Order, 'status' | 'confirmedAt'>,
  now: Date,
): 'order_on_its_way' | 'order_ended' | 'too_late' | undefined {
  if (!isBeforePickUp(order)) return order.status === 'out_for_delivery' ? 'order_on_its_way' : 'order_ended'
  return now < editableUntil(order) ? undefined : 'too_late'
}

/** An order, or the payload of its intent. */
type Changeable = Pick<Order, 'address' | 'deliveryWindow'> & { lines: readonly { message?: string | undefined }[] }

/** Returns the order with the change applied. */
export function applyChange<T extends Changeable>(
  order: T,
  { address, messages = [], deliveryWindow }: ChangeOrder,
): T {
  const texts = new Map(messages.map(({ line, message }) => [line, message]))
  return {
    ...order,
    ...(address && { address: { ...address, city: order.address.city } }),
    ...(deliveryWindow && { deliveryWindow }),
    lines: order.lines.map((line, i) => {
      const text = texts.get(i)
      if (text === undefined) return line
      const { message: _, ...bare } = line
      return text === '' ? bare : { ...bare, message: text }
    }),
  }
}
