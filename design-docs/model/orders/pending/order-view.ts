import type { AskedIntent, Stage } from '../../intents/asked-intent.ts'
import type { DocumentOf } from '../../intents/define-intent.ts'
import type { cancelOrder, changeOrder } from '../edit-order.ts'
import type { Order } from '../order.ts'
import type { placeOrder } from '../place-order.ts'
import type { reportProblem } from '../report-problem.ts'

export type AskedOrder = AskedIntent<DocumentOf<typeof placeOrder>>
export type AskedEdit = AskedIntent<DocumentOf<typeof changeOrder> | DocumentOf<typeof cancelOrder>>
export type AskedReport = AskedIntent<DocumentOf<typeof reportProblem>>

export type EditKind = AskedEdit['intent']['kind']

/** What was asked of an order and is not decided, or not arrived, yet. */
export interface PendingEdit {
  kind: EditKind
  stage: 'saved' | 'sent'
  at: string
}

/** A report on its way to its decision. */
export interface PendingReport {
  stage: 'saved' | 'sent'
  at: string
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
  /** Its customer gave it up before it was confirmed. */
  isWithdrawn?: boolean | undefined
  /** The last change or cancellation that waits; the order is shown with it. */
  pending?: PendingEdit | undefined
  /** A problem with it that waits to be reported. */
  pendingReport?: PendingReport | undefined
}
