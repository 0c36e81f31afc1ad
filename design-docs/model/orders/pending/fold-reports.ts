import { ulidOf } from '../../intent.ts'
import type { Asked, OrderView } from '../order.ts'

/** A problem report that is not decided yet. */
export interface PendingReport {
  stage: 'saved' | 'sent'
  at: string
}

/** Adds the pending report to an order. */
export function foldReports(view: OrderView, asked: readonly Asked<'report-problem'>[]): OrderView {
  const waiting = asked.find(({ intent, receipt }) => {
    const isOfThis = intent.payload.order === ulidOf(view.id)
    return isOfThis && view.order && !view.order.report && receipt?.outcome !== 'refused'
  })
  if (!waiting) return view
  const at = waiting.sentAt ?? waiting.receipt?.receivedAt
  return { ...view, pendingReport: at ? { stage: 'sent', at } : { stage: 'saved', at: waiting.intent.madeAt } }
}
