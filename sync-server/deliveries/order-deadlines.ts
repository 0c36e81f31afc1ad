import { currentRound, deliveryDeadline, endRound, KEPT_FOR, lastCallAt, opensAt, type Round, silentAt } from '#model'
import { contentOf, type Judgement } from '../core/core-document.ts'
import { isForgotten } from '../orders/erase-order.ts'
import { withDelivery } from '../orders/move-delivery.ts'
import {
  HAPPENED,
  isSilent,
  type OrderContent,
  type OrderDelivery,
  type OrderRecord,
  withItem,
} from '../orders/order-record.ts'

const HOUR_MS = 3_600_000
/** Until then the partner who had the flowers may still be asked about them. */
const FORGOTTEN_AFTER_MS = KEPT_FOR.deliveryHours * HOUR_MS
/** A simulation takes seconds. If it was interrupted, partners are offered the delivery after this time. */
const SIMULATED_AT_MOST_MS = 15 * 60_000

const after = (at: string, ms: number) => new Date(Date.parse(at) + ms).toISOString()

/** The earliest deadline of the order; undefined in a final state once no partner's copy holds personal data. */
export const orderDeadline = (order: OrderRecord, isDemo: boolean): string | undefined =>
  [stateDeadline(order, isDemo), ...forgettingTimes(order).map(({ at }) => at)]
    .filter((at) => at !== undefined)
    .toSorted()[0]

const stateDeadline = (order: OrderRecord, isDemo: boolean) =>
  order.delivery.state === 'simulated'
    ? after(order.delivery.since, isDemo ? SIMULATED_AT_MOST_MS : 0)
    : deliveryDeadline(order, order.delivery, isSilent(order))

/** When the partners' copies of ended rounds lose the personal data; a released round has lost it at once. */
function forgettingTimes({ delivery: { rounds, state, since, drop } }: OrderRecord): { round?: Round; at: string }[] {
  const isOver = state === 'delivered' || state === 'failed'
  const times = rounds.flatMap((round) => {
    if (isForgotten(round)) return []
    if (round.endedAt !== undefined) return [{ round, at: after(round.endedAt, FORGOTTEN_AFTER_MS) }]
    return isOver ? [{ round, at: after(since, FORGOTTEN_AFTER_MS) }] : []
  })
  const isLeft = drop !== undefined && (isOver || state === 'cancelled') && times.length === 0
  return isLeft ? [{ at: after(since, FORGOTTEN_AFTER_MS) }] : times
}

/** True if a deadline may take the delivery from a partner, or the flowers from the customer. */
export const takesAway = ({ delivery: { state } }: OrderRecord): boolean =>
  state === 'open' || state === 'awarded' || state === 'on_the_way'

/** Returns what follows when the order's deadline has come. `isDemo` leaves time for a simulated delivery. */
export function judgeDeadline(order: OrderRecord, now: Date, isDemo: boolean): Judgement<OrderRecord> {
  const at = now.toISOString()
  const { delivery } = order
  const deadline = stateDeadline(order, isDemo)
  if (deadline === undefined || deadline > at) return forget(order, at)
  switch (delivery.state) {
    case 'waiting':
      return { what: HAPPENED.opened, content: withDelivery(contentOf(order), opened(delivery, at), at) }
    case 'open':
      return failed(order, delivery, 'nobody', at)
    case 'awarded': {
      const current = currentRound(delivery)
      return offered(order, current ? endRound(delivery, current, 'taken_back', at) : delivery, HAPPENED.takenBack, at)
    }
    case 'simulated':
      return offered(order, delivery, HAPPENED.opened, at)
    default: {
      const { fails } = silentAt(order, delivery.since)
      if (isSilent(order) && fails <= at) return failed(order, delivery, 'silent', at)
      const items = withItem(order.items, { what: 'silent', at })
      return { what: HAPPENED.silent, content: { ...contentOf(order), items } }
    }
  }
}

const opened = (delivery: OrderDelivery, at: string): OrderDelivery => ({
  ...{ ...delivery, state: 'open', since: at },
  openedAt: delivery.openedAt ?? at,
})

/**
 * Offers a delivery that nobody has any more to the city again. It waits if its time has not come, and fails if its last
 * call is over.
 */
export function offered(
  order: OrderRecord,
  delivery: OrderDelivery,
  what: string,
  at: string,
): { what: string; content: OrderContent } {
  if (opensAt(order) > at) {
    const waiting: OrderDelivery = { ...delivery, state: 'waiting', since: at }
    return { what, content: withDelivery(contentOf(order), waiting, at) }
  }
  const open = opened(delivery, at)
  if (lastCallAt(order, open.openedAt ?? at) <= at) return { ...failed(order, delivery, 'nobody', at), what }
  return { what, content: withDelivery(contentOf(order), open, at) }
}

function failed(order: OrderRecord, delivery: OrderDelivery, failedBy: 'nobody' | 'silent', at: string) {
  const over: OrderDelivery = { ...delivery, state: 'failed', since: at, failedBy }
  return { what: HAPPENED.failed, content: withDelivery(contentOf(order), over, at) }
}

/** A day after the end the partners' copies lose the personal data. */
function forget(order: OrderRecord, at: string): Judgement<OrderRecord> {
  const due = forgettingTimes(order).filter((one) => one.at <= at)
  const { drop, ...delivery } = order.delivery
  const rounds = delivery.rounds.map((round) =>
    due.some((one) => one.round === round) ? { ...round, isForgotten: true as const } : round,
  )
  const isLast = rounds.every((round) => isForgotten(round) || round.ended !== undefined)
  return {
    what: HAPPENED.forgotten,
    content: { ...contentOf(order), delivery: { ...delivery, rounds, ...(drop && !isLast && { drop }) } },
  }
}
