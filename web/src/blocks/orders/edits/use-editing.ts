import { editableUntil, type OrderView, whyNotEditable } from '#model'
import { useTickingClock } from '../use-ticking-clock.ts'

export interface Editing {
  now: Date
  /** Undefined before the confirmation, from which the time counts. */
  end?: Date
  /** The reason why the order can no longer be changed or cancelled. */
  reason?: ReturnType<typeof whyNotEditable>
}

const never = new Date(0)

/** Whether an order can still be changed and cancelled: before it is confirmed, and for a while afterwards. */
export function useEditing({ order, stage, isWithdrawn }: OrderView): Editing {
  const end = order && editableUntil(order)
  const now = useTickingClock(end ?? never, order && new Date(order.confirmedAt))
  if (!order || !end) return { now, reason: isWithdrawn || stage === 'refused' ? 'order_ended' : undefined }
  return { now, end, reason: whyNotEditable(order, now) }
}
