import { currentRound, endRound, orderId, type RefusalOf, releaseDelivery } from '#model'
import type { CoreStore } from '../core/core-store.ts'
import { defineWorkflow, done, refused } from '../decider/define-workflow.ts'
import { HAPPENED, type OrderRecord, type TellOrder } from '../orders/order-record.ts'
import type { Duty } from '../partners/duty.ts'
import { offered } from './order-deadlines.ts'

interface Needs {
  orders: CoreStore<OrderRecord>
  partners: Pick<Duty, 'mayRelease' | 'released'>
  tellOrder: TellOrder
}

type Refusal = RefusalOf<'release-delivery'>

/** Ends the partner's round before the pick-up, and offers the delivery to the city again. */
export const releaseDeliveryWorkflow = ({ orders, partners, tellOrder }: Needs) =>
  defineWorkflow(releaseDelivery, async (intent, { step, term }) => {
    const partner = intent.account.id
    const id = orderId(intent.payload.order)
    const at = intent.receivedAt
    const before = await orders.read(id)
    const isDone = before?.entries.some((entry) => entry.intent === intent.id)
    const reason = whyNot(before)
    if (reason && !isDone) return refused(reason)
    if (!isDone && !(await partners.mayRelease(partner, at))) return refused('released_too_often')
    const decided = await step('release delivery', () =>
      orders.decide<Refusal>(id, { at, intent: intent.id }, (order) => {
        const current = order && currentRound(order.delivery)
        const reason = whyNot(order)
        if (reason || !order || !current) return { refused: reason ?? 'not_yours' }
        const released = endRound(order.delivery, current, 'released', at)
        const rounds = released.rounds.map((round) =>
          round.intent === current.intent && round.endedAt === at ? { ...round, reason: intent.payload.reason } : round,
        )
        const { what, content } = offered(order, { ...order.delivery, rounds }, HAPPENED.released, at)
        return { what, content: { ...content, term } }
      }),
    )
    if ('refused' in decided) return refused(decided.refused)
    // Counted after the order has decided, so that a refused release does not use up one of the day.
    await step('note release', () => partners.released(partner, { intent: intent.id, at }))
    await tellOrder(decided.doc, step)
    return done({ order: decided.doc._id, version: decided.doc.version })

    function whyNot(order: OrderRecord | undefined): Refusal | undefined {
      const current = order && currentRound(order.delivery)
      if (current?.partner !== partner) return 'not_yours'
      if (order?.delivery.state === 'awarded') return undefined
      return order?.delivery.state === 'on_the_way' ? 'already_picked_up' : 'not_yours'
    }
  })
