import type { AskedIntent } from '../../intents/asked-intent.ts'
import { ulidOf } from '../../intents/intent-ids.ts'
import { type Order, orderId } from '../order.ts'
import { foldEdits } from './fold-edits.ts'
import { foldRatings } from './fold-ratings.ts'
import { foldReports } from './fold-reports.ts'
import type { AskedEdit, AskedOrder, AskedRating, AskedReport, OrderView } from './order-view.ts'

/** The intents that make an order or concern one. */
export const ORDER_INTENTS = ['place-order', 'change-order', 'cancel-order', 'report-problem', 'rate-delivery'] as const
type OrderIntent = AskedOfOrder['intent']

/** The id of the order that an intent makes or concerns. */
export const orderOfIntent = (intent: OrderIntent): string =>
  orderId(intent.kind === 'place-order' ? ulidOf(intent._id) : intent.payload.order)

/** An intent about an order, with how far it got. */
type AskedOfOrder = AskedIntent<(AskedOrder | AskedEdit | AskedReport | AskedRating)['intent']>

/** One order with everything that was asked about it folded in; undefined if it was neither placed nor confirmed here. */
export function foldOrder(order: Order | undefined, asked: readonly AskedOfOrder[]): OrderView | undefined {
  const placing = asked.find(isPlacing)
  const view = order ? confirmed(order, placing) : placing && pending(placing)
  if (!view) return undefined
  const edited = foldEdits(view, asked.filter(isEdit))
  return foldRatings(foldReports(edited, asked.filter(isReport)), asked.filter(isRating))
}

/** All orders with what was asked about them, newest first. Tests compare the list that the app keeps with this one. */
export function foldOrders(
  orders: readonly Order[],
  placed: readonly AskedOrder[],
  edits: readonly AskedEdit[] = [],
  others: readonly (AskedReport | AskedRating)[] = [],
): OrderView[] {
  const facts = new Map<string, Order>()
  for (const order of orders) if ((facts.get(order._id)?.version ?? 0) < order.version) facts.set(order._id, order)
  const all: AskedOfOrder[] = [...placed, ...edits, ...others]
  const asked = Map.groupBy(all, ({ intent }) => orderOfIntent(intent))
  // Ids are ULIDs: their order is the order in which people asked.
  return [...new Set([...facts.keys(), ...asked.keys()])]
    .sort()
    .reverse()
    .flatMap((id) => foldOrder(facts.get(id), asked.get(id) ?? []) ?? [])
}

function pending({ intent, sentAt, receipt }: AskedOrder): OrderView {
  const refused = receipt?.outcome === 'refused'
  return {
    id: orderOfIntent(intent),
    // A receipt says that the decision is made; until its order has arrived as well, "sent" is all we can show.
    stage: refused ? 'refused' : sentAt || receipt ? 'sent' : 'saved',
    savedAt: intent.madeAt,
    sentAt: sentAt ?? receipt?.receivedAt,
    decidedAt: refused ? receipt.decidedAt : undefined,
    reason: refused ? receipt.reason : undefined,
    refusal: refused ? receipt.result : undefined,
    asked: intent.payload,
  }
}

function confirmed(order: Order, placing: AskedOrder | undefined): OrderView {
  return {
    id: order._id,
    stage: 'confirmed',
    savedAt: placing?.intent.madeAt ?? order.placedAt,
    sentAt: (placing && (placing.sentAt ?? placing.receipt?.receivedAt)) ?? order.confirmedAt,
    decidedAt: order.confirmedAt,
    order,
    asked: placing?.intent.payload,
  }
}

const isPlacing = (asked: AskedOfOrder): asked is AskedOrder => asked.intent.kind === 'place-order'
const isEdit = (asked: AskedOfOrder): asked is AskedEdit =>
  asked.intent.kind === 'change-order' || asked.intent.kind === 'cancel-order'
const isReport = (asked: AskedOfOrder): asked is AskedReport => asked.intent.kind === 'report-problem'
const isRating = (asked: AskedOfOrder): asked is AskedRating => asked.intent.kind === 'rate-delivery'
