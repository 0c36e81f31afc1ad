import type { IntentKind, IntentOf, Refusal } from '#model'
import type { AccountRecord } from '../accounts/account-record.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Couch } from '../couch/couch.ts'
import type { Timelines } from '../demo/timelines.ts'
import type { Outbox } from '../email/outbox.ts'
import type { Mailboxes } from '../mailboxes/mailboxes.ts'
import type { Orders } from './orders.ts'
import type { PromoClaims } from './promos/promo-claims.ts'
import type { Turn } from './turn.ts'
import type { VisitorMails } from './visitor-mails.ts'

/** An intent as a workflow gets it: checked against the model, with who asked and when it arrived. */
export type AskedIntent<K extends IntentKind = IntentKind> = Omit<IntentOf<K>, '_id' | '_rev' | 'type'> & {
  /** The ULID; what the workflow makes takes its id from it. */
  id: string
  account: AccountRecord
  /** Theirs. */
  mailbox: string
  /** Where it lies: theirs, or that of the visitor who they were. */
  foundIn: string
  receivedAt: string
}

export type Outcome =
  | { outcome: 'done'; result?: unknown }
  | { outcome: 'refused'; reason: Refusal | 'not_allowed'; result?: unknown }

export interface WorkflowContext {
  couch: Couch
  accounts: Accounts
  mailboxes: Mailboxes
  outbox: Outbox
  visitorMails: VisitorMails
  orders: Orders
  promoClaims: PromoClaims
  timelines: Pick<Timelines, 'begin'>
  now: () => Date
  /** Of the lease under which this is decided; what the core writes carries it. */
  term: number
  /** To be kept with what a later intent of the same subject replaces. */
  turn: Turn
  /** True: this intent was parked, and what was taken in that turn came after it. */
  isOvertakenBy(turn: Turn | undefined): boolean
  /** Everything that writes goes through a step: it runs under the lease only, and the process may die before or after. */
  step<T>(name: string, write: () => Promise<T>): Promise<T>
}

/**
 * Thrown by `run` for an intent that names an order whose own intent is open. Once, its line is given up and found again in
 * its order; after that it is tried again, and parked until the order is decided.
 */
export class NotDecidedYet extends Error {
  /** The order's ULID. */
  readonly order: string

  constructor(order: string) {
    super(`order ${order} is not decided yet`)
    this.order = order
  }
}

export interface Workflow {
  kind: IntentKind
  run(intent: AskedIntent, context: WorkflowContext): Promise<Outcome>
}

/** `run` must be safe to repeat after it was cut short at any point: the same intent finds its own work done. */
export function defineWorkflow<K extends IntentKind>(
  kind: K,
  run: (intent: AskedIntent<K>, context: WorkflowContext) => Promise<Outcome>,
): Workflow {
  return { kind, run: (intent, context) => run(intent as AskedIntent<K>, context) }
}

export const done = (result?: unknown): Outcome => ({ outcome: 'done', ...(result === undefined ? {} : { result }) })

export const refused = (reason: Refusal | 'not_allowed', result?: unknown): Outcome => ({
  outcome: 'refused',
  reason,
  ...(result === undefined ? {} : { result }),
})
