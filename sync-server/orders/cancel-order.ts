import { cancelOrder, type RefusalOf } from '#model'
import { defineWorkflow } from '../decider/define-workflow.ts'
import { type EditNeeds, editOrder } from './edit-order.ts'

export const cancelOrderWorkflow = (needs: EditNeeds) =>
  defineWorkflow(cancelOrder, (intent, context) =>
    editOrder<RefusalOf<'cancel-order'>>(intent, needs, context, {
      notice: 'order-cancelled',
      isDone: ({ status }) => status === 'cancelled',
      edit: (order) => ({
        ...order,
        status: 'cancelled',
        timeline: [...order.timeline, { status: 'cancelled', at: intent.receivedAt }],
      }),
    }),
  )
