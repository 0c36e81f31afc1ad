import { type EditKind, intentId, type Notice, noticeId, orderId, type Refusal, whyNotEditable } from '#model'
import type { Accounts } from '../accounts/accounts.ts'
import type { Couch } from '../couch/couch.ts'
import { decisionOf } from '../decider/decision.ts'
import {
  type AskedIntent,
  done,
  NotDecidedYet,
  type Outcome,
  refused,
  type WorkflowContext,
} from '../decider/define-workflow.ts'
import type { Mailboxes } from '../mailboxes/mailboxes.ts'
import { type OrderRecord, type Orders, orderFact } from './orders.ts'

export interface EditNeeds {
  couch: Couch
  accounts: Accounts
  orders: Orders
  mailboxes: Mailboxes
}

/** The reasons for which this file refuses an edit; `edit` has reasons of its own. */
type NotEdited = NonNullable<ReturnType<typeof whyNotEditable>> | 'order_unknown' | 'changed_too_often'

/** More changes than anyone makes in half an hour. */
const EDITS_AT_MOST = 50

interface Edit<R extends Refusal> {
  /** The kind of notice that the customer gets. */
  notice: Notice['kind']
  /** True if another intent has done this before: then it is done, at whatever time, and there is nothing to notify of. */
  isDone?: (order: OrderRecord) => boolean
  /** Returns the edited order, or the reason for a refusal. */
  edit: (order: OrderRecord) => OrderRecord | R
}

/** Edits an existing order: only for its customer, only in time, and only once, however often this intent is decided. */
export async function editOrder<R extends Refusal>(
  intent: AskedIntent<EditKind>,
  needs: EditNeeds,
  { step, term }: WorkflowContext,
  { notice, isDone, edit }: Edit<R>,
): Promise<Outcome<R | NotEdited>> {
  const { accounts, orders, mailboxes } = needs
  const id = orderId(intent.payload.order)
  const before = await orders.get(id)
  if (!before) return (await wasRefused(intent, needs)) ? done({ order: id }) : refused('order_unknown')
  if (!(await accounts.isSamePerson(before.account, intent.account.id))) return refused('order_unknown')

  const judge = (order: OrderRecord): OrderRecord | R | NotEdited | 'already_done' | 'done_before' => {
    const edits = order.edits ?? []
    if (edits.includes(intent.id)) return 'already_done'
    if (isDone?.(order)) return 'done_before'
    const reason = whyNotEditable(order, new Date(intent.receivedAt))
    if (reason) return reason
    if (edits.length >= EDITS_AT_MOST) return 'changed_too_often'
    const edited = edit(order)
    return typeof edited === 'string'
      ? edited
      : { ...edited, version: order.version + 1, edits: [...edits, intent.id], term }
  }

  const verdicts: ReturnType<typeof judge>[] = []
  const order = await step('write order', () =>
    orders.change(id, (now) => {
      const verdict = judge(now)
      verdicts.push(verdict)
      return typeof verdict === 'string' ? undefined : verdict
    }),
  )
  const verdict = verdicts.at(-1)
  if (!order || verdict === undefined) return refused('order_unknown')
  if (typeof verdict === 'string' && verdict !== 'already_done' && verdict !== 'done_before') return refused(verdict)

  const fact = orderFact(order)
  await step('deliver order', () => mailboxes.put(intent.mailbox, fact))
  const result = done({ order: fact._id, version: fact.version })
  if (verdict === 'done_before') return result
  const said: Notice = {
    _id: noticeId(intent.id),
    type: 'notice',
    kind: notice,
    subject: fact._id,
    at: intent.receivedAt,
  }
  await step('deliver notice', () => mailboxes.put(intent.mailbox, said))
  return result
}

/**
 * Returns true if the order was refused after it was changed or cancelled on the phone: nothing is left to do. Throws
 * while the order is undecided, because this intent has to wait for it.
 */
async function wasRefused(intent: AskedIntent<EditKind>, { couch, accounts, mailboxes }: EditNeeds) {
  const { order } = intent.payload
  const decision = await decisionOf(couch, order)
  if (decision)
    return (
      decision.kind === 'place-order' &&
      decision.outcome === 'refused' &&
      (await accounts.isSamePerson(decision.account, intent.account.id))
    )
  // An edit with an id before its order's would wait in vain and delay others.
  const isWaiting = order < intent.id && (await mailboxes.get(intent.storedIn, intentId(order))) !== undefined
  if (isWaiting) throw new NotDecidedYet(order)
  return false
}
