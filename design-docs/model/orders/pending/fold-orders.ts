import { type IntentOf, ulidOf } from '../../intent.ts'
import { type Asked, type Order, type OrderView, orderId } from '../order.ts'
import { type EditKind, foldEdits } from './fold-edits.ts'
import { foldReports } from './fold-reports.ts'

/** The intents that make an order or concern one. */
export const ORDER_INTENTS = ['place-order', 'change-order', 'cancel-order', 'report-problem'] as const
export type OrderIntentKind = (typeof ORDER_INTENTS)[number]

/** The id of the order that an intent makes or concerns. */
export const orderOfIntent = (intent: IntentOf<OrderIntentKind>): string =>
  orderId(intent.kind === 'place-order' ? ulidOf(intent._id) : intent.payload.order)

/** An intent about an order, with how far it got. */
export type AskedOfOrder = Omit<Asked, 'intent'> & { intent: IntentOf<OrderIntentKind> }

/** One order with everything that was asked about it folded in; undefined if it was neither placed nor confirmed here. */
export function foldOrder(order: Order | undefined, asked: readonly AskedOfOrder[]): OrderView | undefined {
  const placing = asked.find((one) => isAsked(one, 'place-order'))
  const view = order ? confirmed(order, placing) : placing && pending(placing)
  if (!view) return undefined
  const edits = asked.filter((one) => isAsked(one, 'change-order', 'cancel-order'))
  return foldReports(
    foldEdits(view, edits),
    asked.filter((one) => isAsked(one, 'report-problem')),
  )
}

/** All orders with what was asked about them, newest first. Tests compare the list that the app keeps with this one. */
export function foldOrders(
  orders: readonly Order[],
  placed: readonly Asked[],
  edits: readonly Asked<EditKind>[] = [],
  reports: readonly Asked<'report-problem'>[] = [],
): OrderView[] {
  const facts = new Map<string, Order>()
  for (const order of orders) if ((facts.get(order._id)?.version ?? 0) < order.version) facts.set(order._id, order)
  const all: AskedOfOrder[] = [...placed, ...edits, ...reports]
  const asked = Map.groupBy(all, ({ intent }) => orderOfIntent(intent))
  // Ids are ULIDs: their order is the order in which people asked.
  return [...new Set([...facts.keys(), ...asked.keys()])]
    .sort()
    .reverse()
    .flatMap((id) => foldOrder(facts.get(id), asked.get(id) ?? []) ?? [])
}

function pending({ intent, sentAt, receipt }: Asked): OrderView {
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

function confirmed(order: Order, placing: Asked | undefined): OrderView {
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

const isAsked = <K extends OrderIntentKind>(asked: AskedOfOrder, ...kinds: K[]): asked is AskedOfOrder & Asked<K> =>
  kinds.some((kind) => kind === asked.intent.kind)
