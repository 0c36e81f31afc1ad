import { DELIVERY_WINDOWS, type DeliveryWindow, type PlaceOrder } from './place-order.ts'

const HOUR_MS = 3_600_000
const PREPARATION_MS = 3 * HOUR_MS
/** The hours in India between which a window lies. */
const WINDOWS: Record<DeliveryWindow, readonly [begins: number, ends: number]> = {
  any: [9, 20],
  morning: [9, 12],
  afternoon: [12, 17],
  evening: [17, 20],
}

/** The offset of all of India, all year. Creating an `Intl` formatter instead would take 100 ms on a slow phone. */
const AHEAD_OF_UTC_MS = 5.5 * HOUR_MS

const inIndia = (at: Date) => new Date(at.getTime() + AHEAD_OF_UTC_MS)

/** Returns the calendar day in India, `YYYY-MM-DD`. */
export const dayOf = (at: Date): string => inIndia(at).toISOString().slice(0, 10)

/** Returns the hour of the day in India, 0 to 23. */
export const hourOf = (at: Date): number => inIndia(at).getUTCHours()

/** Florists accept orders for at most this many days ahead. */
export const MOST_DAYS_AHEAD = 60

/** Returns the last calendar day in India for which an order is possible. */
export const lastDeliveryDay = (now: Date): string => dayOf(new Date(now.getTime() + MOST_DAYS_AHEAD * 24 * HOUR_MS))

const atHour = (on: string, hour: number) => new Date(`${on}T${String(hour).padStart(2, '0')}:00:00+05:30`)
const endOf = (on: string, window: DeliveryWindow) => atHour(on, WINDOWS[window][1])

/** Returns when an order's window begins and ends, as ISO times. */
export function windowOf({ deliveryOn, deliveryWindow }: Pick<PlaceOrder, 'deliveryOn' | 'deliveryWindow'>): {
  begins: string
  ends: string
} {
  const [begins, ends] = WINDOWS[deliveryWindow]
  return { begins: atHour(deliveryOn, begins).toISOString(), ends: atHour(deliveryOn, ends).toISOString() }
}

/** Why an order cannot be delivered at the chosen time any more; "any time" today is never too late. */
export function missedDelivery(
  on: string,
  window: DeliveryWindow,
  now: Date,
): 'delivery_date_passed' | 'delivery_window_passed' | undefined {
  if (on < dayOf(now)) return 'delivery_date_passed'
  if (window !== 'any' && endOf(on, window) <= now) return 'delivery_window_passed'
  return undefined
}

/** Three hours after confirmation, or the end of the chosen window if that is later; "any time" today has no window. */
export function estimateDelivery(on: string, window: DeliveryWindow, confirmedAt: Date): Date {
  const soonest = new Date(confirmedAt.getTime() + PREPARATION_MS)
  if (window === 'any' && on === dayOf(confirmedAt)) return soonest
  const end = endOf(on, window)
  return end > soonest ? end : soonest
}

/** The windows that can still be chosen for that day: "any time" always for today, and none for a past day. */
export const openWindows = (on: string, now: Date): DeliveryWindow[] =>
  DELIVERY_WINDOWS.filter((window) => missedDelivery(on, window, now) === undefined)
