import {
  applyChange,
  type ChangeOrder,
  changeOrder,
  estimateDelivery,
  missedDelivery,
  opensAt,
  type RefusalOf,
  whyNotChangeable,
} from '#model'
import { contentOf } from '../core/core-document.ts'
import { defineWorkflow } from '../decider/define-workflow.ts'
import { type EditNeeds, editOrder } from './edit-order.ts'
import { HAPPENED, type OrderContent } from './order-record.ts'

/**
 * Changes the address, messages and delivery window; prices and lines stay. A change of a part that was changed again
 * since is refused.
 */
export const changeOrderWorkflow = (needs: EditNeeds) =>
  defineWorkflow(changeOrder, (intent, context) =>
    editOrder<RefusalOf<'change-order'>>(intent, needs, context, {
      what: HAPPENED.changed,
      edit: (order) => {
        const { address, messages, deliveryWindow } = intent.payload
        const received = new Date(intent.receivedAt)
        const reason = whyNotChangeable(order, intent.payload, received)
        if (reason) return reason
        if (messages?.some(({ line }) => line >= order.lines.length)) return 'not_understood'
        const parts = partsOf(intent.payload)
        if (parts.some((part) => context.isOvertakenBy(order.changedIn?.[part]))) return 'overtaken'
        const changedIn = { ...order.changedIn, ...Object.fromEntries(parts.map((part) => [part, context.turn])) }
        const changed: OrderContent = {
          ...applyChange(contentOf(order), intent.payload),
          changedIn,
          ...(address && { addressVersion: order.version + 1 }),
        }
        if (deliveryWindow === undefined || deliveryWindow === order.deliveryWindow) return changed
        const missed = missedDelivery(order.deliveryOn, deliveryWindow, received)
        if (missed) return missed
        const estimatedAt = estimateDelivery(order.deliveryOn, deliveryWindow, new Date(order.confirmedAt))
        return withWindow({ ...changed, estimatedAt: estimatedAt.toISOString() }, intent.receivedAt)
      },
    }),
  )

/** A later window puts an open delivery back to waiting, and it is offered again when its time comes. */
function withWindow(order: OrderContent, at: string): OrderContent {
  const { delivery } = order
  const isEarly = delivery.state === 'open' && opensAt(order) > at
  return isEarly ? { ...order, delivery: { ...delivery, state: 'waiting', since: at } } : order
}

const partsOf = ({ address, messages = [], deliveryWindow }: ChangeOrder): string[] => [
  ...(address ? ['address'] : []),
  ...(deliveryWindow ? ['deliveryWindow'] : []),
  ...messages.map(({ line }) => `message:${line}`),
]
