import { applyChange, type ChangeOrder, noticeId, orderId, type PayloadOf, ulidOf } from '#model'
import type { AskedIntent } from '../expected-state.ts'
import type { Scenario } from '../scenario.ts'
import type { AccountView } from './account-view.ts'

type Kept = AccountView['dump']['orders'][number]

/**
 * An accepted change, cancellation or report is in its order once, and a refused one is not. One that repeats what
 * another intent did is done, and leaves neither an entry nor a notice.
 */
export function brokenEdit(
  id: string,
  { kind, payload }: AskedIntent,
  isDone: boolean,
  { dump }: AccountView,
): string[] {
  const problems: string[] = []
  const ulid = ulidOf(id)
  const subject = orderId((payload as PayloadOf<'cancel-order'>).order)
  const order = dump.orders.find(({ _id }) => _id === subject)
  // A refused order does not exist, so it cannot contain the edit.
  const times = (order?.edits ?? []).filter((edit) => edit === ulid).length
  const isRepeat =
    times === 0 &&
    ((kind === 'cancel-order' && order?.status === 'cancelled') ||
      (kind === 'report-problem' && order?.report !== undefined))
  const isIn = isDone && order !== undefined && !isRepeat
  if (times !== (isIn ? 1 : 0))
    problems.push(`${id} is ${isDone ? 'done' : 'refused'}, and ${times} times in its order`)
  const notice = dump.documents.find(({ _id }) => _id === noticeId(ulid))
  if (notice?.subject !== (isIn ? subject : undefined))
    problems.push(`${id} is ${isDone ? 'done' : 'refused'}, and its notice says ${notice?.subject}`)
  return problems
}

/** An order equals its intent with all accepted edits applied in the sequence of their acceptance. */
export function brokenByEdits(order: Kept, { asked }: Scenario['expected']): string[] {
  const placed = asked.get(`intent:${ulidOf(order._id)}`)
  if (!placed) return []
  const problems: string[] = []
  const edits = (order.edits ?? []).map((ulid) => asked.get(`intent:${ulid}`))
  if (edits.includes(undefined)) problems.push(`${order._id} was changed by nobody`)
  const wanted = edits.reduce(
    (as, edit) => (edit?.kind === 'change-order' ? applyChange(as, edit.payload as ChangeOrder) : as),
    placed.payload as PayloadOf<'place-order'>,
  )
  const words = ({
    deliveryWindow,
    lines,
  }: Pick<Kept, 'deliveryWindow'> & { lines: readonly { message?: string | undefined }[] }) =>
    [deliveryWindow, ...lines.map(({ message }) => message ?? '')].join(' · ')
  if (words(order) !== words(wanted)) problems.push(`${order._id} is ${words(order)}, and was to be ${words(wanted)}`)
  const cancelled = edits.filter((edit) => edit?.kind === 'cancel-order').length
  if (cancelled !== (order.status === 'cancelled' ? 1 : 0))
    problems.push(`${order._id} is ${order.status}, and was cancelled ${cancelled} times`)
  return problems
}
