import { cancelOrder, type RefusalOf } from '#model'
import { defineWorkflow } from '../decider/define-workflow.ts'
import { type EditNeeds, editOrder } from './edit-order.ts'

export const cancelOrderWorkflow = (needs: EditNeeds) =>
  defineWorkflow(cancelOrder, (intent, context) =>
    editOrder<RefusalOf<'cancel-order'>>(intent, needs, context, 'order-cancelled', (order) => ({
      ...order,
      status: 'cancelled',
      timeline: [...order.timeline, { status: 'cancelled', at: intent.receivedAt }],
    })),
  )
