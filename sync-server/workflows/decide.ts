import * as v from 'valibot'
import { Intent, type Receipt, receiptId } from '#model'
import type { Accounts } from '../accounts/accounts.ts'
import type { Couch } from '../couch/couch.ts'
import type { Mailboxes } from '../couch/mailboxes.ts'
import type { AskedIntent, Outcome, WorkflowContext } from './define-workflow.ts'
import { refused } from './define-workflow.ts'
import { workflows } from './list.ts'

/** One intent on its way to its receipt. */
export interface Job {
  mailbox: string
  account: string
  /** The intent's ULID. */
  id: string
  /** As it lies in the mailbox. */
  doc: unknown
  receivedAt: string
}

/** What was decided, kept in `audit` for good; written before the receipt, so that no second run decides otherwise. */
interface Decision {
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

const byKind = new Map(workflows.map((workflow) => [workflow.kind, workflow]))
const Envelope = v.object({ kind: v.string(), device: v.string(), madeAt: v.string() })

interface Needs {
  couch: Couch
  accounts: Accounts
  mailboxes: Mailboxes
}

/** Decides one intent and writes its receipt; safe to repeat after it was cut short at any point. */
export async function decide(job: Job, { couch, accounts, mailboxes }: Needs, context: WorkflowContext): Promise<void> {
  const audit = couch.db('audit')
  const decisionId = `audit:${job.id}`
  const [receipt, before, account] = await Promise.all([
    mailboxes.get(job.mailbox, receiptId(job.id)),
    audit.get<Decision>(decisionId),
    accounts.get(job.account),
  ])
  if (receipt) return

  let decision: Decision
  if (before?.account === job.account) decision = before
  else {
    const outcome = account?.status === 'active' ? await run() : refused('not_allowed')
    const envelope = v.safeParse(Envelope, job.doc)
    decision = {
      _id: decisionId,
      type: 'decision',
      account: job.account,
      mailbox: job.mailbox,
      ...(envelope.success ? envelope.output : { kind: '', device: '', madeAt: '' }),
      receivedAt: job.receivedAt,
      decidedAt: context.now().toISOString(),
      term: context.term,
      ...outcome,
    }
    // Another account's intent of the same ULID has the entry already; that one's decision is not ours.
    await context.step('write decision', () => audit.create(decision))
  }

  const { outcome, reason, result, receivedAt, decidedAt } = decision
  const answer: Receipt = {
    _id: receiptId(job.id),
    type: 'receipt',
    outcome,
    ...(reason === undefined ? {} : { reason }),
    ...(result === undefined ? {} : { result }),
    receivedAt,
    decidedAt,
  }
  await context.step('write receipt', () => mailboxes.put(job.mailbox, answer))

  async function run(): Promise<Outcome> {
    const parsed = v.safeParse(Intent, job.doc)
    const workflow = parsed.success ? byKind.get(parsed.output.kind) : undefined
    if (!parsed.success || !workflow || !account) return refused('not_understood')
    const { kind, payload, device, n, madeAt } = parsed.output
    const { id, mailbox, receivedAt } = job
    const intent: AskedIntent = { id, account, mailbox, receivedAt, kind, payload, device, n, madeAt }
    return workflow.run(intent, context)
  }
}
