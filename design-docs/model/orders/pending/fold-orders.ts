import { ulidOf } from '../../intents/intent-ids.ts'
import { type Order, orderId } from '../order.ts'
import { foldEdits } from './fold-edits.ts'
import { foldReports } from './fold-reports.ts'
import type { AskedEdit, AskedOrder, AskedReport, OrderView } from './order-view.ts'

/** Orders with the pending ones folded on top, newest first; each `place-order` and its order are one. */
export function foldOrders(
  orders: readonly Order[],
  asked: readonly AskedOrder[],
  edits: readonly AskedEdit[] = [],
  reports: readonly AskedReport[] = [],
): OrderView[] {
  const views = new Map<string, OrderView>()
  for (const { intent, sentAt, receipt } of asked) {
    const id = orderId(ulidOf(intent._id))
    const refused = receipt?.outcome === 'refused'
    views.set(id, {
      id,
      // A receipt says that the decision is made; until its order has arrived as well, "sent" is all we can show.
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
  // Ids are ULIDs: their order is the order in which people asked.
  return [...views.values()]
    .map((view) => foldReports(foldEdits(view, edits), reports))
    .sort((a, b) => (a.id < b.id ? 1 : -1))
}
