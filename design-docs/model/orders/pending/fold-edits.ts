import { ulidOf } from '../../intents/intent-ids.ts'
import { applyChange } from '../edit-order.ts'
import { mayBecome } from '../order-status.ts'
import type { AskedEdit, OrderView, PendingEdit } from './order-view.ts'

/** An order with what waits for a decision on top, as asked: a later change over an earlier, a cancellation over all. */
export function foldEdits(view: OrderView, asked: readonly AskedEdit[]): OrderView {
  const waiting = asked
    .filter((one) => one.intent.payload.order === ulidOf(view.id))
    .filter((one) => !view.order || isWaiting(one, view.order.version))
    .toSorted((a, b) => (a.intent._id < b.intent._id ? -1 : 1))
  return waiting.reduce(withEdit, view)
}

/** Until what came of it is here. */
function isWaiting({ receipt }: AskedEdit, version: number): boolean {
  if (!receipt) return true
  return receipt.outcome === 'done' && Number(Object(receipt.result).version) > version
}

function withEdit(view: OrderView, edit: AskedEdit): OrderView {
  const { order } = view
  const { intent } = edit
  if (!order) return withEarlyEdit(view, edit)
  // It is on its way, or over: this will be refused.
  if (!mayBecome(order.status, 'cancelled')) return view
  return {
    ...view,
    pending: pendingOf(edit),
    order: intent.kind === 'cancel-order' ? { ...order, status: 'cancelled' } : applyChange(order, intent.payload),
  }
}

/** Of an order that is not confirmed yet; what is refused meanwhile needs no cancellation, and is asked again as changed. */
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
