import { type IntentKind, type IntentOf, intents, type Refusal, type RefusalOf } from '#model'
import type { AccountRecord } from '../accounts/account-record.ts'
import type { DecisionOrder } from '../lease/decision-order.ts'

/** An intent as a workflow gets it: checked against the model, with who asked and when it arrived. */
export type AskedIntent<K extends IntentKind = IntentKind> = Omit<IntentOf<K>, '_id' | '_rev' | 'type'> & {
  /** The ULID; what the workflow makes takes its id from it. */
  id: string
  account: AccountRecord
  /** Theirs. */
  mailbox: string
  /** Where it lies: theirs, or that of the visitor who they were. */
  storedIn: string
  receivedAt: string
}

export type Outcome<R extends Refusal = Refusal> =
  | { outcome: 'done'; result?: unknown }
  | { outcome: 'refused'; reason: R; result?: unknown }

/** What belongs to one try to decide an intent. */
export interface WorkflowContext {
  now: () => Date
  /** Of the lease under which this is decided; what the core writes carries it. */
  term: number
  /** To be kept with what a later intent of the same subject replaces. */
  turn: DecisionOrder
  /** True: this intent was parked, and what was taken in that turn came after it. */
  isOvertakenBy(turn: DecisionOrder | undefined): boolean
  /** Everything that writes goes through a step: it runs under the lease only, and the process may die before or after. */
  step<T>(name: string, write: () => Promise<T>): Promise<T>
}

/**
 * Thrown by `run` for an intent that names another one whose decision is open. At first its line is given up and found
 * again in its order; after that it is tried again, and parked until the other one is decided.
 */
export class NotDecidedYet extends Error {
  /** The ULID of the other one. */
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
  /** Called when another instance may have decided since: drops what their stores remember. */
  forget(): void
}

/**
 * The workflow of a declared intent, which it can refuse only for a reason that the declaration names. `run` must be safe
 * to repeat after it was cut short at any point: the same intent finds its own work done.
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
