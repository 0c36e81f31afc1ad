import { ulidOf } from '../../intents/intent-ids.ts'
import type { AskedReport, OrderView } from './order-view.ts'

/** Adds the pending report to an order. */
export function foldReports(view: OrderView, asked: readonly AskedReport[]): OrderView {
  const waiting = asked.find(({ intent, receipt }) => {
    const isOfThis = intent.payload.order === ulidOf(view.id)
    return isOfThis && view.order && !view.order.report && receipt?.outcome !== 'refused'
  })
  if (!waiting) return view
  const at = waiting.sentAt ?? waiting.receipt?.receivedAt
  return { ...view, pendingReport: at ? { stage: 'sent', at } : { stage: 'saved', at: waiting.intent.madeAt } }
}
