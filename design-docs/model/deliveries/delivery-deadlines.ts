import { dayOf, windowOf } from '../orders/delivery-times.ts'
import type { Order } from '../orders/order.ts'
import { currentRound, type Delivery } from './delivery.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** A delivery opens this long before its window begins. */
const OPENS_BEFORE_MS = 2 * HOUR_MS
/** Last call is this long after the window's end, or after two hours since the opening if that is later. */
const LAST_CALL_AFTER_MS = HOUR_MS
const LEAST_OPEN_MS = 2 * HOUR_MS
/** A partner who has not picked up this long after the window's beginning, or after the award, loses the award. */
const TAKEN_BACK_AFTER_MS = 45 * MINUTE_MS
/** If nothing is heard of a partner on the way, admins get an item, and a day later the delivery fails. */
const SILENT_AFTER_MS = 3 * HOUR_MS
const SILENT_ENDS_AFTER_MS = 24 * HOUR_MS

type Planned = Pick<Order, 'deliveryOn' | 'deliveryWindow'>

const hourOf = (day: string, hour: number) => Date.parse(`${day}T${String(hour).padStart(2, '0')}:00:00+05:30`)
const iso = (ms: number) => new Date(ms).toISOString()

/** When partners may take the delivery: two hours before its window begins, or when it was ordered if that is later. */
export const opensAt = (order: Planned & Pick<Order, 'confirmedAt'>): string =>
  iso(Math.max(Date.parse(windowOf(order).begins) - OPENS_BEFORE_MS, Date.parse(order.confirmedAt)))

/** When an open delivery fails because nobody took it. */
export const lastCallAt = (order: Planned, openedAt: string): string =>
  iso(Math.max(Date.parse(windowOf(order).ends), Date.parse(openedAt) + LEAST_OPEN_MS) + LAST_CALL_AFTER_MS)

/** When an award ends because the flowers were not picked up. */
export const takenBackAt = (order: Planned, awardedAt: string): string =>
  iso(Math.max(Date.parse(windowOf(order).begins), Date.parse(awardedAt)) + TAKEN_BACK_AFTER_MS)

/** When a partner on the way counts as silent, and when that ends the delivery. */
export function silentAt(order: Planned, pickedUpAt: string): { item: string; fails: string } {
  const item = Math.max(Date.parse(windowOf(order).ends), Date.parse(pickedUpAt)) + SILENT_AFTER_MS
  return { item: iso(item), fails: iso(item + SILENT_ENDS_AFTER_MS) }
}

/** The next deadline of a delivery; undefined in a state that is final. */
export function deliveryDeadline(
  order: Planned & Pick<Order, 'confirmedAt'>,
  delivery: Delivery,
  isSilent: boolean,
): string | undefined {
  switch (delivery.state) {
    case 'waiting':
      return opensAt(order)
    case 'open':
      return lastCallAt(order, delivery.openedAt ?? delivery.since)
    case 'awarded':
      return takenBackAt(order, currentRound(delivery)?.awardedAt ?? delivery.since)
    case 'on_the_way': {
      const { item, fails } = silentAt(order, delivery.since)
      return isSilent ? fails : item
    }
    default:
      return undefined
  }
}

/** True if less than an hour of the window is left: then the device shows the delivery as urgent. */
export const isUrgent = (order: Planned, now: Date): boolean =>
  Date.parse(windowOf(order).ends) - now.getTime() < HOUR_MS

/** The day's feed in which an open delivery has its row. */
export const feedDayOf = ({ deliveryOn }: Planned): string => deliveryOn.replaceAll('-', '')

/** True before six in the morning, when deliveries of yesterday may still be open. */
export const hasYesterdaysFeed = (now: Date): boolean => now.getTime() < hourOf(dayOf(now), 6)
