import { applyChange, type ChangeOrder, changeOrder, estimateDelivery, missedDelivery, type RefusalOf } from '#model'
import { defineWorkflow } from '../decider/define-workflow.ts'
import { type EditNeeds, editOrder } from './edit-order.ts'

/**
 * Changes the address, messages and delivery window; prices and lines stay. A change of a part that was changed again
 * since is refused.
 */
export const changeOrderWorkflow = (needs: EditNeeds) =>
  defineWorkflow(changeOrder, (intent, context) =>
    editOrder<RefusalOf<'change-order'>>(intent, needs, context, {
      notice: 'order-changed',
      edit: (order) => {
        const { messages, deliveryWindow } = intent.payload
        if (messages?.some(({ line }) => line >= order.lines.length)) return 'not_understood'
        const parts = partsOf(intent.payload)
        if (parts.some((part) => context.isOvertakenBy(order.changedIn?.[part]))) return 'overtaken'
        const changedIn = { ...order.changedIn, ...Object.fromEntries(parts.map((part) => [part, context.turn])) }
        const changed = { ...applyChange(order, intent.payload), changedIn }
        if (deliveryWindow === undefined || deliveryWindow === order.deliveryWindow) return changed
        const missed = missedDelivery(order.deliveryOn, deliveryWindow, new Date(intent.receivedAt))
        if (missed) return missed
        const estimatedAt = estimateDelivery(order.deliveryOn, deliveryWindow, new Date(order.confirmedAt))
        return { ...changed, estimatedAt: estimatedAt.toISOString() }
      },
    }),
  )

const partsOf = ({ address, messages = [], deliveryWindow }: ChangeOrder): string[] => [
  ...(address ? ['address'] : []),
  ...(deliveryWindow ? ['deliveryWindow'] : []),
  ...messages.map(({ line }) => `message:${line}`),
]
