import type { Couch } from '../couch/couch.ts'
import type { Outcome } from './define-workflow.ts'

/**
 * A decision, kept in `audit` permanently. It is written before the receipt, so that a second run cannot decide
 * differently.
 */
export interface Decision {
  _id: string
  type: 'decision'
  account: string
  mailbox: string
  kind: string
  device: string
  madeAt: string
  receivedAt: string
  decidedAt: string
  term: number
  outcome: Outcome['outcome']
  reason?: string
  result?: unknown
}

export const decisionId = (ulid: string) => `audit:${ulid}`

export const decisionOf = (couch: Couch, ulid: string) => couch.db('audit').get<Decision>(decisionId(ulid))
