import {
  CANCELLED_FEE_AFTER_MINUTES,
  cancelledFee,
  currentRound,
  type Delivery,
  type DeliveryItemKind,
  type EarningKind,
  type Order,
  type Round,
  shownAt,
} from '#model'

/** The part of an order's record from which earnings are derived. */
export type EarningOrder = Pick<Order, '_id' | 'version' | 'deliveryFeeRupees'> & {
  delivery?: Delivery
  items?: readonly EarningItem[]
}

/** A part of an item of the order. */
interface EarningItem {
  what: DeliveryItemKind
  partner?: string
  at: string
  holds?: true
  settled?: { outcome: string }
}

/** An earning that an order calls for: at most one of each kind for each partner who had it. */
export interface CalledFor {
  partner: string
  kind: EarningKind
  rupees: number
  at: string
  /** It waits for an admin. */
  isHeld: boolean
  /** An admin has looked at it, and has not paid it. */
  isNotPaid: boolean
  /** An admin decided that it is paid, and so how much it is. */
  isSettled: boolean
}

const MINUTE_MS = 60_000

/** Returns the earnings that the order calls for: its state alone decides, so telling it again changes nothing. */
export function earningsCalledFor(order: EarningOrder): CalledFor[] {
  const { delivery } = order
  if (!delivery) return []
  const partners = [...new Set(delivery.rounds.map(({ partner }) => partner))]
  return partners.flatMap((partner) => {
    const cancelled = cancelledOf(delivery, order.deliveryFeeRupees, partner)
    return [...cancelled, ...deliveredOf(order, delivery, partner, cancelled[0]?.rupees ?? 0)]
  })
}

/** The half fee of a partner whose round had lasted more than five minutes when somebody else ended it. */
function cancelledOf({ rounds }: Delivery, feeRupees: number, partner: string): CalledFor[] {
  const round = rounds.find((one) => one.partner === partner && isPaidWithoutDelivery(one))
  if (!round?.endedAt) return []
  const rupees = cancelledFee(feeRupees)
  const isPlain = { isHeld: false, isNotPaid: false, isSettled: false }
  return [{ partner, kind: 'cancelled', rupees, at: round.endedAt, ...isPlain }]
}

function isPaidWithoutDelivery({ ended, awardedAt, endedAt }: Round): boolean {
  if ((ended !== 'cancelled' && ended !== 'displaced') || endedAt === undefined) return false
  return Date.parse(endedAt) - Date.parse(awardedAt) > CANCELLED_FEE_AFTER_MINUTES * MINUTE_MS
}

/** The fee of a partner who delivered, or who says so and whom an admin judges; less what they have earned already. */
function deliveredOf(
  { deliveryFeeRupees, items = [] }: EarningOrder,
  delivery: Delivery,
  partner: string,
  alreadyRupees: number,
): CalledFor[] {
  const { rounds, steps, state } = delivery
  const story = items.find((item) => item.what === 'story' && item.partner === partner)
  const isSettled = story?.settled?.outcome === 'pay'
  const step = steps.findLast((one) => one.step === 'delivered' && rounds[one.round]?.partner === partner)
  const hasDelivered = state === 'delivered' && currentRound(delivery)?.partner === partner
  if (!hasDelivered && !isSettled && !(story?.holds && step)) return []
  return [
    {
      ...{ partner, kind: 'delivered', rupees: Math.max(0, deliveryFeeRupees - alreadyRupees) },
      at: step ? shownAt(step, rounds[step.round]) : (story?.at ?? delivery.since),
      isHeld: story?.holds === true && !story.settled,
      isNotPaid: story?.holds === true && story.settled !== undefined && !isSettled,
      isSettled,
    },
  ]
}
