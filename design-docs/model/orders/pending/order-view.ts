import type { AskedIntent, Stage } from '../../intents/asked-intent.ts'
import type { DocumentOf } from '../../intents/define-intent.ts'
import type { cancelOrder, changeOrder } from '../edit-order.ts'
import type { Order } from '../order.ts'
import type { placeOrder } from '../place-order.ts'
import type { rateDelivery, Stars } from '../rate-delivery.ts'
import type { reportProblem } from '../report-problem.ts'

export type AskedOrder = AskedIntent<DocumentOf<typeof placeOrder>>
export type AskedEdit = AskedIntent<DocumentOf<typeof changeOrder> | DocumentOf<typeof cancelOrder>>
export type AskedReport = AskedIntent<DocumentOf<typeof reportProblem>>
export type AskedRating = AskedIntent<DocumentOf<typeof rateDelivery>>

export type EditKind = AskedEdit['intent']['kind']

/** A change or cancellation that is not decided yet, or whose result has not arrived yet. */
export interface PendingEdit {
  kind: EditKind
  stage: 'saved' | 'sent'
  at: string
}

/** A report that is not decided yet, or whose result has not arrived yet. */
export interface PendingReport {
  stage: 'saved' | 'sent'
  at: string
}

/** A rating that is not decided yet, or whose result has not arrived yet. */
export interface PendingRating {
  stage: 'saved' | 'sent'
  at: string
  stars: Stars
}

export interface OrderView {
  /** `order:<ulid of the intent>`, the same before and after the service decided. */
  id: string
  stage: Stage
  savedAt: string
  sentAt?: string | undefined
  decidedAt?: string | undefined
  /** Why it was refused, and what the service found instead. */
  reason?: string | undefined
  refusal?: unknown
  /** The fact; absent until confirmed. */
  order?: Order | undefined
  /** What was asked; absent once the intent is no longer kept. */
  asked?: AskedOrder['intent']['payload'] | undefined
  /** Whether its customer cancelled it before it was confirmed. */
  isWithdrawn?: boolean | undefined
  /** The last change or cancellation that waits; the order is shown with it. */
  pending?: PendingEdit | undefined
  /** The report of a problem that waits. */
  pendingReport?: PendingReport | undefined
  /** The rating that waits. */
  pendingRating?: PendingRating | undefined
}
