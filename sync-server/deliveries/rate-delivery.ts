import { orderId, type RefusalOf, rateDelivery } from '#model'
import type { Accounts } from '../accounts/accounts.ts'
import { contentOf } from '../core/core-document.ts'
import type { CoreStore } from '../core/core-store.ts'
import { defineWorkflow, done, refused } from '../decider/define-workflow.ts'
import { HAPPENED, type OrderRecord, type TellOrder } from '../orders/order-record.ts'

interface Needs {
  accounts: Accounts
  orders: CoreStore<OrderRecord>
  tellOrder: TellOrder
}

/** Writes the rating of a delivered order: only its customer may rate it, and only once. */
export const rateDeliveryWorkflow = ({ accounts, orders, tellOrder }: Needs) =>
  defineWorkflow(rateDelivery, async (intent, { step, term }) => {
    const { stars, comment } = intent.payload
    const id = orderId(intent.payload.order)
    const at = intent.receivedAt
    const before = await orders.read(id)
    if (!before || !(await accounts.isSamePerson(before.account, intent.account.id))) return refused('not_yours')
    const decided = await step('write rating', () =>
      orders.decide<RefusalOf<'rate-delivery'>>(id, { at, intent: intent.id }, (order) => {
        if (!order) return { refused: 'not_yours' }
        if (order.rating) return { refused: 'already_rated' }
        if (order.delivery.state !== 'delivered' || order.status !== 'delivered') return { refused: 'not_delivered' }
        const rating = { stars, at, ...(comment !== undefined && { comment }) }
        return { what: HAPPENED.rated, content: { ...contentOf(order), rating, term } }
      }),
    )
    if ('refused' in decided) return refused(decided.refused)
    await tellOrder(decided.doc, step)
    return done({ order: decided.doc._id, version: decided.doc.version })
  })
