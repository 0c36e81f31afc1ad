import { type EditKind, intentId, orderId, type Refusal } from '#model'
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
import type { OrderContent, OrderRecord, TellOrder } from './order-record.ts'
import type { Orders } from './orders.ts'

export interface EditNeeds {
  couch: Couch
  accounts: Accounts
  orders: Orders
  mailboxes: Mailboxes
  tellOrder: TellOrder
}

/** The reasons for which this file refuses an edit; `edit` has reasons of its own. */
type NotEdited = 'order_unknown' | 'changed_too_often'

/** More changes than anyone makes in half an hour. */
const EDITS_AT_MOST = 50

interface Edit<R extends Refusal> {
  /** What the edit is called in the order's entries. */
  what: string
  /** True if another intent has done this before: then it is done, at whatever time, and there is nothing to notify of. */
  isDone?: (order: OrderRecord) => boolean
  /** Returns the edited order, or the reason for a refusal. */
  edit: (order: OrderRecord) => OrderContent | R
}

/** Edits an existing order: only for its customer, only in time, and only once, however often this intent is decided. */
export async function editOrder<R extends Refusal>(
  intent: AskedIntent<EditKind>,
  needs: EditNeeds,
  { step, term }: WorkflowContext,
  { what, isDone, edit }: Edit<R>,
): Promise<Outcome<R | NotEdited>> {
  const { accounts, orders, tellOrder } = needs
  const id = orderId(intent.payload.order)
  const before = await orders.get(id)
  if (!before) return (await wasRefused(intent, needs)) ? done({ order: id }) : refused('order_unknown')
  if (!(await accounts.isSamePerson(before.account, intent.account.id))) return refused('order_unknown')

  const asked = { at: intent.receivedAt, intent: intent.id }
  const decided = await step('write order', () =>
    orders.decide<R | NotEdited | 'already_done' | 'done_before'>(id, asked, (order) => {
      if (!order) return { refused: 'order_unknown' }
      const edits = order.edits ?? []
      if (edits.includes(intent.id)) return { refused: 'already_done' }
      if (isDone?.(order)) return { refused: 'done_before' }
      const edited = edit(order)
      if (typeof edited === 'string') return { refused: edited }
      if (edits.length >= EDITS_AT_MOST) return { refused: 'changed_too_often' }
      return { what, content: { ...edited, edits: [...edits, intent.id], term } }
    }),
  )
  const order = decided.doc
  if (!order) return refused('order_unknown')
  if ('refused' in decided && decided.refused !== 'already_done' && decided.refused !== 'done_before')
    return refused(decided.refused)

  await tellOrder(order, step)
  return done({ order: order._id, version: order.version })
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
