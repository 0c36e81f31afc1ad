import * as v from 'valibot'
import { defineIntent } from '../intents/define-intent.ts'
import { ROLES } from '../values/role.ts'
import { cardMessage, ulid } from '../values/values.ts'
import type { Order } from './order.ts'
import { mayBecome } from './order-status.ts'
import { Address, DELIVERY_WINDOWS } from './place-order.ts'

/** Why neither a change nor a cancellation is possible. */
const NOT_EDITABLE = ['order_unknown', 'order_on_its_way', 'order_ended', 'too_late', 'changed_too_often'] as const

export const cancelOrder = defineIntent({
  kind: 'cancel-order',
  askedBy: ROLES,
  payload: v.strictObject({ order: ulid }),
  refusals: NOT_EDITABLE,
})

const ChangeOrder = v.strictObject({
  order: ulid,
  /** The city stays: a florist of that city has the order. */
  address: v.optional(v.omit(Address, ['city'])),
  /** By the line's place in the order; an empty one is taken away. */
  messages: v.optional(
    v.pipe(
      v.array(
        v.strictObject({
          line: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(99)),
          message: cardMessage,
        }),
      ),
      v.maxLength(100),
    ),
  ),
  deliveryWindow: v.optional(v.picklist(DELIVERY_WINDOWS)),
})
export type ChangeOrder = v.InferOutput<typeof ChangeOrder>

/** What is absent stays as it is: two phones may change different things. */
export const changeOrder = defineIntent({
  kind: 'change-order',
  askedBy: ROLES,
  payload: ChangeOrder,
  refusals: [...NOT_EDITABLE, 'delivery_date_passed', 'delivery_window_passed'],
})

/** So long, from its confirmation, its customer may change or cancel an order. */
export const EDITABLE_MINUTES = 30

export const editableUntil = ({ confirmedAt }: Pick<Order, 'confirmedAt'>): Date =>
  new Date(Date.parse(confirmedAt) + EDITABLE_MINUTES * 60_000)

/** What is not yet picked up can be cancelled, and what can be cancelled can be changed. */
const isBeforePickUp = ({ status }: Pick<Order, 'status'>) => mayBecome(status, 'cancelled')

/** Why an order can neither be changed nor cancelled any more; the service asks with its own clock. */
export function whyNotEditable(
  order: Pick<Order, 'status' | 'confirmedAt'>,
  now: Date,
): 'order_on_its_way' | 'order_ended' | 'too_late' | undefined {
  if (!isBeforePickUp(order)) return order.status === 'out_for_delivery' ? 'order_on_its_way' : 'order_ended'
  return now < editableUntil(order) ? undefined : 'too_late'
}

/** An order, or what was asked for. */
type Changeable = Pick<Order, 'address' | 'deliveryWindow'> & { lines: readonly { message?: string | undefined }[] }

/** The order as its customer wants it now. */
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
