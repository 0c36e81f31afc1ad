import { type IntentKind, type IntentOf, intents, type Refusal, type RefusalOf } from '#model'
import type { AccountRecord } from '../accounts/account-record.ts'
import type { DecisionOrder } from '../lease/decision-order.ts'

/** An intent as its workflow receives it: validated, with the account that asked and the time of arrival. */
export type AskedIntent<K extends IntentKind = IntentKind> = Omit<IntentOf<K>, '_id' | '_rev' | 'type'> & {
  /** The ULID. What the workflow creates derives its id from it. */
  id: string
  account: AccountRecord
  /** The account's mailbox. */
  mailbox: string
  /** The mailbox that holds the intent: the account's, or that of the visitor that the account was before. */
  storedIn: string
  receivedAt: string
}

export type Outcome<R extends Refusal = Refusal> =
  | { outcome: 'done'; result?: unknown }
  | { outcome: 'refused'; reason: R; result?: unknown }

/** The context of one attempt to decide an intent. */
export interface WorkflowContext {
  now: () => Date
  /** The term of the lease under which this is decided; it is stored with each decision. */
  term: number
  /** Stored with values that a later intent may replace, so that their order is known. */
  turn: DecisionOrder
  /** True if this intent was parked and the decision that took `turn` belongs to a later intent. */
  isOvertakenBy(turn: DecisionOrder | undefined): boolean
  /** Every write is made in a step. A step runs only under the lease, and the process may die before or after it. */
  step<T>(name: string, write: () => Promise<T>): Promise<T>
}

/**
 * Thrown by `run` if the intent names another one that is not decided yet. The first time, the account's queue is
 * dropped and found again in order. After that the intent is tried again, then parked until the other one is decided.
 */
export class NotDecidedYet extends Error {
  /** The ULID of the intent that it names. */
  readonly intent: string

  constructor(intent: string) {
    super(`intent ${intent} is not decided yet`)
    this.intent = intent
  }
}

export interface Workflow {
  kind: IntentKind
  run(intent: AskedIntent, context: WorkflowContext): Promise<Outcome>
}

/** The workflows of one capability, or of all of them. */
export interface Workflows {
  all: readonly Workflow[]
  /** Called when another instance may have decided in the meantime: clears the caches of the stores. */
  forget(): void
}

/**
 * Defines the workflow of a declared intent, which may refuse only for reasons that the declaration lists. `run` must
 * be safe to repeat after it was interrupted at any point: it then finds its own work done.
 */
export function defineWorkflow<K extends IntentKind>(
  { kind }: { kind: K },
  run: (intent: AskedIntent<K>, context: WorkflowContext) => Promise<Outcome<RefusalOf<K>>>,
): Workflow {
  return { kind, run: (intent, context) => run(intent as AskedIntent<K>, context) }
}

/** Throws unless every declared intent has exactly one workflow. */
export function workflowsByKind(workflows: readonly Workflow[]): ReadonlyMap<IntentKind, Workflow> {
  for (const { kind } of intents) {
    const found = workflows.filter((workflow) => workflow.kind === kind).length
    if (found !== 1) throw new Error(`The intent ${kind} must have one workflow, and has ${found}.`)
  }
  return new Map(workflows.map((workflow) => [workflow.kind, workflow]))
}

export const done = (result?: unknown): Outcome<never> => ({ outcome: 'done', ...(result !== undefined && { result }) })

export const refused = <const R extends Refusal>(reason: R, result?: unknown): Outcome<R> => ({
  outcome: 'refused',
  reason,
  ...(result !== undefined && { result }),
})
