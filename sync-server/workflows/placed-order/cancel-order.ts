import { defineWorkflow } from '../define-workflow.ts'
import { editOrder } from './edit-order.ts'

export const cancelOrder = defineWorkflow('cancel-order', (intent, context) =>
  editOrder(intent, context, 'order-cancelled', (order) => ({
    ...order,
    status: 'cancelled',
    timeline: [...order.timeline, { status: 'cancelled', at: intent.receivedAt }],
  })),
)
