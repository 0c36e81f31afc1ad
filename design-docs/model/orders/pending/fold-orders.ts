import { ulidOf } from '../../intent.ts'
import { type Asked, type Order, type OrderView, orderId } from '../order.ts'
import { type EditKind, foldEdits } from './fold-edits.ts'
import { foldReports } from './fold-reports.ts'

/** Merges orders and pending intents, newest first; a `place-order` intent and its order become one entry. */
export function foldOrders(
  orders: readonly Order[],
  asked: readonly Asked[],
  edits: readonly Asked<EditKind>[] = [],
  reports: readonly Asked<'report-problem'>[] = [],
): OrderView[] {
  const views = new Map<string, OrderView>()
  for (const { intent, sentAt, receipt } of asked) {
    const id = orderId(ulidOf(intent._id))
    const refused = receipt?.outcome === 'refused'
    views.set(id, {
      id,
      // The receipt shows that the decision was made, but until its order arrives too, the stage remains "sent".
      stage: refused ? 'refused' : sentAt || receipt ? 'sent' : 'saved',
      savedAt: intent.madeAt,
      sentAt: sentAt ?? receipt?.receivedAt,
      decidedAt: refused ? receipt.decidedAt : undefined,
      reason: refused ? receipt.reason : undefined,
      refusal: refused ? receipt.result : undefined,
      asked: intent.payload,
    })
  }
  for (const order of orders) {
    const view = views.get(order._id)
    if (view?.order && view.order.version >= order.version) continue
    views.set(order._id, {
      id: order._id,
      stage: 'confirmed',
      savedAt: view?.savedAt ?? order.placedAt,
      sentAt: view?.sentAt ?? order.confirmedAt,
      decidedAt: order.confirmedAt,
      order,
      asked: view?.asked,
    })
  }
  // The ids contain ULIDs, so they sort by the time at which the orders were placed.
  return [...views.values()]
    .map((view) => foldReports(foldEdits(view, edits), reports))
    .sort((a, b) => (a.id < b.id ? 1 : -1))
}
