import { ACCEPT_WITHIN_MINUTES, acceptDelivery, currentRound, MOST_CARRIED, orderId, type RefusalOf } from '#model'
import type { Accounts } from '../accounts/accounts.ts'
import { contentOf } from '../core/core-document.ts'
import type { CoreStore } from '../core/core-store.ts'
import { defineWorkflow, done, refused } from '../decider/define-workflow.ts'
import { withDelivery } from '../orders/move-delivery.ts'
import { HAPPENED, type OrderRecord, type TellOrder } from '../orders/order-record.ts'
import { isTooOld } from '../partners/intent-age.ts'
import type { Carriers } from './carriers.ts'

interface Needs {
  accounts: Accounts
  orders: CoreStore<OrderRecord>
  carriers: Carriers
  tellOrder: TellOrder
}

type Refusal = RefusalOf<'accept-delivery'>

/** The first claim that reaches the decider wins: an award is one compare-and-set on the order. */
export const acceptDeliveryWorkflow = ({ accounts, orders, carriers, tellOrder }: Needs) =>
  defineWorkflow(acceptDelivery, async (intent, { now, step, term }) => {
    const partner = intent.account.id
    const id = orderId(intent.payload.order)
    const before = await orders.read(id)
    if (!before) return refused('delivery_closed')
    // This read may be out of date: the compare-and-set below notices an award that came in between.
    const isOwn = await accounts.isSamePerson(before.account, partner)
    const carried = await carriers.of(partner, id)
    const at = now().toISOString()
    const decided = await step('award delivery', () =>
      orders.decide<Refusal | 'theirs'>(id, { at, intent: intent.id }, (order) => {
        const reason = judge(order)
        return reason || !order
          ? { refused: reason ?? 'delivery_closed' }
          : { what: HAPPENED.awarded, content: awarded(order) }
      }),
    )
    const { doc } = decided
    if ('refused' in decided && decided.refused !== 'theirs') {
      // The refusal says when it was awarded, never to whom.
      const current = doc && currentRound(doc.delivery)
      return refused(decided.refused, decided.refused === 'already_awarded' ? { at: current?.awardedAt } : undefined)
    }
    if (!doc) return refused('delivery_closed')
    carriers.note(doc)
    await tellOrder(doc, step)
    return done({ order: doc._id, version: doc.version })

    function judge(order: OrderRecord | undefined): Refusal | 'theirs' | undefined {
      if (!order) return 'delivery_closed'
      const { delivery, address } = order
      const current = currentRound(delivery)
      const isTaken = delivery.state === 'awarded' || delivery.state === 'on_the_way'
      // The partner already has it, by another phone.
      if (isTaken && current?.partner === partner) return 'theirs'
      if (isOwn) return 'own_order'
      if (intent.account.city !== address.city) return 'not_your_city'
      if (isTaken) return 'already_awarded'
      if (delivery.state !== 'open') return 'delivery_closed'
      if (delivery.rounds.some((round) => round.partner === partner)) return 'had_it_before'
      if (isTooOld(intent, now(), ACCEPT_WITHIN_MINUTES)) return 'too_late'
      return carried >= MOST_CARRIED ? 'too_many_deliveries' : undefined
    }

    function awarded(order: OrderRecord) {
      const { delivery } = order
      const rounds = [...delivery.rounds, { partner, awardedAt: at, intent: intent.id }]
      return { ...withDelivery(contentOf(order), { ...delivery, state: 'awarded', since: at, rounds }, at), term }
    }
  })
