import {
  CANCELLED_FEE_AFTER_MINUTES,
  cancelledFee,
  type Delivery,
  type DeliveryItemKind,
  type EarningKind,
  type Order,
  type ReportedStep,
  type Round,
  standingRound,
} from '#model'

/** What earnings are derived from: a part of the core's record of an order. */
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

/** What an order calls for: one earning at most of each kind for each partner who had it. */
export interface CalledFor {
  partner: string
  kind: EarningKind
  rupees: number
  at: string
  isHeld: boolean
  /** An admin decided that it is paid, and so how much it is. */
  isSettled: boolean
}

const MINUTE_MS = 60_000

/** Derived from the order as it stands, so that telling it again calls for the same. */
export function earningsCalledFor(order: EarningOrder): CalledFor[] {
  const { delivery } = order
  if (!delivery) return []
  const partners = [...new Set(delivery.rounds.map(({ partner }) => partner))]
  return partners.flatMap((partner) => {
    const cancelled = cancelledOf(delivery, order.deliveryFeeRupees, partner)
    return [...cancelled, ...deliveredOf(order, delivery, partner, cancelled[0]?.rupees ?? 0)]
  })
}

/** A partner who had the flowers for more than five minutes when somebody else's decision ended the round. */
function cancelledOf({ rounds }: Delivery, feeRupees: number, partner: string): CalledFor[] {
  const round = rounds.find((one) => one.partner === partner && isPaidWithoutDelivery(one))
  if (!round?.endedAt) return []
  const rupees = cancelledFee(feeRupees)
  return [{ partner, kind: 'cancelled', rupees, at: round.endedAt, isHeld: false, isSettled: false }]
}

function isPaidWithoutDelivery({ ended, awardedAt, endedAt }: Round): boolean {
  if ((ended !== 'cancelled' && ended !== 'displaced') || endedAt === undefined) return false
  return Date.parse(endedAt) - Date.parse(awardedAt) > CANCELLED_FEE_AFTER_MINUTES * MINUTE_MS
}

/** For who delivered, and for who says so and waits for an admin. For one order nobody earns more than its fee. */
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
  const hasDelivered = state === 'delivered' && standingRound(delivery)?.partner === partner
  if (!hasDelivered && !isSettled && !(story?.holds && step)) return []
  return [
    {
      ...{ partner, kind: 'delivered', rupees: Math.max(0, deliveryFeeRupees - alreadyRupees) },
      at: step ? shownAt(step, rounds[step.round]) : (story?.at ?? delivery.since),
      isHeld: story?.holds === true && !isSettled,
      isSettled,
    },
  ]
}

/** The partner's own time, unless it lies outside of award and receipt. */
const shownAt = ({ at, receivedAt }: ReportedStep, round: Round | undefined): string =>
  round && at >= round.awardedAt && at <= receivedAt ? at : receivedAt
