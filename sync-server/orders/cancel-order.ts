import { cancelOrder, type RefusalOf, whyNotCancellable } from '#model'
import { defineWorkflow } from '../decider/define-workflow.ts'
import { type EditNeeds, editOrder } from './edit-order.ts'
import { cancelled } from './move-delivery.ts'
import { HAPPENED } from './order-record.ts'

/** For half an hour, and from the beginning of the window as long as nobody has accepted the delivery. */
export const cancelOrderWorkflow = (needs: EditNeeds) =>
  defineWorkflow(cancelOrder, (intent, context) =>
    editOrder<RefusalOf<'cancel-order'>>(intent, needs, context, {
      what: HAPPENED.cancelled,
      isDone: ({ status }) => status === 'cancelled',
      edit: (order) => {
        const isNobodys = order.delivery.state === 'waiting' || order.delivery.state === 'open'
        return whyNotCancellable(order, new Date(intent.receivedAt), isNobodys) ?? cancelled(order, intent.receivedAt)
      },
    }),
  )
