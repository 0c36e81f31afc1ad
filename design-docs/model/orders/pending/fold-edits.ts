import { ulidOf } from '../../intents/intent-ids.ts'
import { isResultNewer } from '../../intents/receipt.ts'
import { isAwarded, touchesTrip } from '../cancel-rules.ts'
import { applyChange } from '../edit-order.ts'
import { mayBecome } from '../order-status.ts'
import type { AskedEdit, OrderView, PendingEdit } from './order-view.ts'

/** Applies pending edits to an order: a later change overrides an earlier one, and a cancellation overrides all. */
export function foldEdits(view: OrderView, asked: readonly AskedEdit[]): OrderView {
  const waiting = asked
    .filter((one) => one.intent.payload.order === ulidOf(view.id))
    .filter((one) => !view.order || isWaiting(one, view.order.version))
    .toSorted((a, b) => (a.intent._id < b.intent._id ? -1 : 1))
  return waiting.reduce(withEdit, view)
}

/** An edit is pending until the order with its result has arrived. */
function isWaiting({ receipt }: AskedEdit, version: number): boolean {
  if (!receipt) return true
  return receipt.outcome === 'done' && isResultNewer(receipt, version)
}

function withEdit(view: OrderView, edit: AskedEdit): OrderView {
  const { order } = view
  const { intent } = edit
  if (!order) return withEarlyEdit(view, edit)
  // The order is on its way or ended, so the edit will be refused.
  if (!mayBecome(order.status, 'cancelled')) return view
  // So will a change of place or time, unless it was decided before a partner accepted.
  if (intent.kind === 'change-order' && !edit.receipt && isAwarded(order) && touchesTrip(order, intent.payload))
    return view
  return {
    ...view,
    pending: pendingOf(edit),
    order: intent.kind === 'cancel-order' ? { ...order, status: 'cancelled' } : applyChange(order, intent.payload),
  }
}

/** Applies an edit to an unconfirmed order. If that was refused, nothing is pending, but a new try uses the change. */
function withEarlyEdit(view: OrderView, edit: AskedEdit): OrderView {
  const { asked, stage } = view
  const { intent } = edit
  if (!asked || edit.receipt?.outcome === 'refused') return view
  return {
    ...view,
    pending: stage === 'refused' ? undefined : pendingOf(edit),
    ...(intent.kind === 'cancel-order' ? { isWithdrawn: true } : { asked: applyChange(asked, intent.payload) }),
  }
}

function pendingOf({ intent, sentAt, receipt }: AskedEdit): PendingEdit {
  const at = sentAt ?? receipt?.receivedAt
  return { kind: intent.kind, ...(at ? { stage: 'sent', at } : { stage: 'saved', at: intent.madeAt }) }
}
