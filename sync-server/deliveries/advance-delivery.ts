import {
  advanceDelivery,
  type DeliveryStep,
  type JudgedStep,
  judgeStep,
  lastRoundOf,
  MOST_STEPS,
  orderId,
  type PayloadOf,
  type RefusalOf,
  shownAt,
} from '#model'
import { contentOf } from '../core/core-document.ts'
import type { CoreStore } from '../core/core-store.ts'
import { type AskedIntent, defineWorkflow, done, refused } from '../decider/define-workflow.ts'
import { withDelivery } from '../orders/move-delivery.ts'
import { NOBODY } from '../orders/order-fact.ts'
import {
  HAPPENED,
  itemOf,
  type OrderContent,
  type OrderRecord,
  type TellOrder,
  withItem,
} from '../orders/order-record.ts'

interface Needs {
  orders: CoreStore<OrderRecord>
  tellOrder: TellOrder
}

const ENTRY: Record<DeliveryStep, string> = {
  picked_up: HAPPENED.pickedUp,
  delivered: HAPPENED.delivered,
  failed: HAPPENED.failed,
}

/** Writes a step that a partner reports, however late it arrives: `judgeStep` says what becomes of it. */
export const advanceDeliveryWorkflow = ({ orders, tellOrder }: Needs) =>
  defineWorkflow(advanceDelivery, async (intent, { step, term }) => {
    const id = orderId(intent.payload.order)
    const asked = { at: intent.receivedAt, intent: intent.id }
    const decided = await step('write step', () =>
      orders.decide<RefusalOf<'advance-delivery'> | 'repeated'>(id, asked, (order) => {
        const reported = order && reportOf(intent, order)
        const judged = reported && judgeStep(order.delivery, reported)
        if (!judged || judged.rule === 'not_yours') return { refused: 'not_yours' }
        if (judged.rule === 'repeated') return { refused: 'repeated' }
        const mine = order.delivery.steps.filter(
          ({ round }) => order.delivery.rounds[round]?.partner === intent.account.id,
        )
        if (mine.length >= MOST_STEPS) return { refused: 'already_over' }
        return { what: entryOf(judged, intent.payload), content: { ...taken(order, judged, intent), term } }
      }),
    )
    if ('refused' in decided && decided.refused !== 'repeated') return refused(decided.refused)
    const { doc } = decided
    if (!doc) return refused('not_yours')
    await tellOrder(doc, step)
    return done({ order: doc._id, version: doc.version })
  })

type Asked = AskedIntent<'advance-delivery'>

function reportOf(
  { id, account, receivedAt, payload }: Asked,
  order: Pick<OrderRecord, 'account'>,
): Parameters<typeof judgeStep>[1] {
  const { step, at } = payload
  // A note about a customer whose account is deleted is not kept.
  const note = order.account === NOBODY ? undefined : payload.note
  return {
    ...{ partner: account.id, step, at, receivedAt, intent: id },
    ...(note !== undefined && { note }),
    ...(payload.step === 'delivered' && { handedTo: payload.handedTo }),
    ...(payload.step === 'failed' && { reason: payload.reason }),
  }
}

const entryOf = ({ rule }: JudgedStep, { step }: PayloadOf<'advance-delivery'>) =>
  rule === 'noted' || rule === 'disputed' ? HAPPENED.noted : ENTRY[step]

function taken(order: OrderRecord, { rule, delivery: judged }: JudgedStep, intent: Asked): OrderContent {
  const { payload, account, receivedAt } = intent
  const { drop } = order.delivery
  const delivery = { ...judged, ...(drop && { drop }) }
  const round = lastRoundOf(delivery, account.id)?.round
  const at = shownAt({ at: payload.at, receivedAt }, round)
  const moves = rule !== 'noted' && rule !== 'disputed'
  const moved = moves ? withDelivery(contentOf(order), delivery, at) : { ...contentOf(order), delivery }
  return withItems(moved, order, { rule, intent })
}

/** Opens the item that the step calls for, and settles the item about a silent partner that it answers. */
function withItems(
  moved: OrderContent,
  order: OrderRecord,
  { rule, intent: { account, payload, receivedAt } }: { rule: JudgedStep['rule']; intent: Asked },
): OrderContent {
  const isDelivered = payload.step === 'delivered'
  const isAddressChanged = isDelivered && (order.addressVersion ?? 0) > payload.version
  const hasLostRole = isDelivered && account.role !== 'PARTNER'
  const isStory = rule === 'disputed' || (rule !== 'noted' && (isAddressChanged || hasLostRole))
  let { items } = moved
  if (isStory) {
    items = withItem(items, {
      ...{ what: 'story', partner: account.id, at: receivedAt },
      ...(isAddressChanged && { isAddressChanged }),
      ...((rule === 'disputed' || hasLostRole) && { holds: true }),
    })
  }
  const silent = itemOf(order, 'silent')
  if (silent && silent.settled === undefined && rule === 'taken')
    items = withItem(items, { ...silent, settled: { outcome: 'answered', at: receivedAt } })
  return { ...moved, items }
}
