import * as v from 'valibot'
import { Intent, type IntentKind, mayAsk, type Receipt, receiptId } from '#model'
import type { AccountRecord, StoredAccount } from '../accounts/account-record.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Couch } from '../couch/couch.ts'
import type { Mailboxes } from '../mailboxes/mailboxes.ts'
import { type Decision, decisionId } from './decision.ts'
import { type AskedIntent, type Outcome, refused, type Workflow, type WorkflowContext } from './define-workflow.ts'

/** One intent on its way to its receipt. */
export interface Job {
  mailbox: string
  account: string
  /** The intent's ULID. */
  id: string
  /** The document as it is stored in the mailbox, not yet validated. */
  doc: unknown
  receivedAt: string
}

const Envelope = v.object({ kind: v.string(), device: v.string(), madeAt: v.string() })

interface Needs {
  couch: Couch
  accounts: Accounts
  mailboxes: Mailboxes
  workflows: ReadonlyMap<IntentKind, Workflow>
}

/** Decides one intent and writes its receipt; safe to repeat after it was interrupted at any point. */
export async function decide(job: Job, needs: Needs, context: WorkflowContext): Promise<void> {
  const { couch, accounts, mailboxes, workflows } = needs
  const audit = couch.db('audit')
  const [receipt, before, asker] = await Promise.all([
    mailboxes.get(job.mailbox, receiptId(job.id)),
    audit.get<Decision>(decisionId(job.id)),
    accounts.get(job.account),
  ])
  // If a visitor has signed in, their mailbox belongs to the account that they were merged into.
  const account = asker?.status === 'adopted' ? await accounts.get(asker.adoptedBy) : asker
  // When an account is deleted, its mailbox is deleted too, so nobody waits for a receipt.
  if (receipt || account?.status === 'ended') return

  let decision: Decision
  if (before && account && (await accounts.isSamePerson(before.account, account.id))) decision = before
  else {
    const outcome = await run()
    const envelope = v.safeParse(Envelope, job.doc)
    decision = {
      _id: decisionId(job.id),
      type: 'decision',
      account: account?.id ?? job.account,
      mailbox: job.mailbox,
      ...(envelope.success ? envelope.output : { kind: '', device: '', madeAt: '' }),
      receivedAt: job.receivedAt,
      decidedAt: context.now().toISOString(),
      term: context.term,
      ...outcome,
    }
    // If another account's intent has the same ULID, `create` keeps that account's entry; its decision is not ours.
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
    if (account?.status !== 'active') return refused('not_allowed')
    const parsed = v.safeParse(Intent, job.doc)
    if (!parsed.success) return refused('not_understood')
    const { kind, payload, device, n, madeAt } = parsed.output
    const workflow = workflows.get(kind)
    if (!workflow) return refused('not_understood')
    if (!mayAsk(account.role, kind) || (await isNoLongerAdmin(account))) return refused('role_changed')
    const { id, receivedAt } = job
    const mailbox = asker?.status === 'adopted' ? account.mailbox.name : job.mailbox
    const storedIn = job.mailbox
    const intent: AskedIntent = { id, account, mailbox, storedIn, receivedAt, kind, payload, device, n, madeAt }
    return workflow.run(intent, context)
  }

  /** The remembered record may be two seconds old, and an admin who has lost the role must decide nothing more. */
  async function isNoLongerAdmin({ _id, role }: AccountRecord): Promise<boolean> {
    if (role !== 'ADMIN') return false
    const now = await couch.db('accounts').get<StoredAccount>(_id)
    return now?.status !== 'active' || now.role !== 'ADMIN'
  }
}
