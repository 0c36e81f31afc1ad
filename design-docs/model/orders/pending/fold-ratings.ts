import { ulidOf } from '../../intents/intent-ids.ts'
import type { AskedRating, OrderView } from './order-view.ts'

/** Adds the pending rating to an order. One that was refused is not shown, so that the customer can try again. */
export function foldRatings(view: OrderView, asked: readonly AskedRating[]): OrderView {
  const waiting = asked.find(({ intent, receipt }) => {
    const isOfThis = intent.payload.order === ulidOf(view.id)
    return isOfThis && view.order && !view.order.rating && receipt?.outcome !== 'refused'
  })
  if (!waiting) return view
  const { payload, madeAt } = waiting.intent
  const at = waiting.sentAt ?? waiting.receipt?.receivedAt
  return {
    ...view,
    pendingRating: { stars: payload.stars, ...(at ? { stage: 'sent', at } : { stage: 'saved', at: madeAt }) },
  }
}
