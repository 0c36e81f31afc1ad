import { editableUntil, isUntaken, type OrderView, whyNotCancellable, whyNotEditable, windowBegins } from '#model'
import { useNow } from '../../../clock/use-now.ts'
import { useTickingClock } from '../use-ticking-clock.ts'

type Reason = ReturnType<typeof whyNotEditable>

export interface Editing {
  now: Date
  /** Until when the order can be changed; undefined before the confirmation, from which the time counts. */
  end?: Date
  /** The reason why the order can no longer be changed. */
  reason?: Reason
  /** The reason why the order can not be cancelled now. */
  cancelReason?: Reason
  /** From when on the order can be cancelled again if no partner has accepted it by then. */
  cancelFrom?: Date | undefined
}

const never = new Date(0)

/**
 * Whether an order can be changed and cancelled: before it is confirmed, for a while afterwards, and cancelled also from
 * the beginning of its window, as long as no partner has accepted it.
 */
export function useEditing({ order, stage, isWithdrawn }: OrderView): Editing {
  const end = order && editableUntil(order)
  const second = useTickingClock(end ?? never, order && new Date(order.confirmedAt))
  // The clock above stops once the order can no longer be changed.
  const minute = useNow()
  if (!order || !end) {
    const reason = isWithdrawn || stage === 'refused' ? 'order_ended' : undefined
    return { now: second, reason, cancelReason: reason }
  }
  const now = new Date(Math.max(minute.getTime(), second.getTime()))
  const cancelReason = whyNotCancellable(order, now, isUntaken(order))
  const begins = windowBegins(order)
  const isWaiting = cancelReason === 'too_late' && order.status === 'confirmed' && now < begins
  return { now, end, reason: whyNotEditable(order, now), cancelReason, cancelFrom: isWaiting ? begins : undefined }
}
