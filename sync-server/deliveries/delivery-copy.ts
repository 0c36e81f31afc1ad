import {
  type Delivery,
  type DeliveryFact,
  type DeliveryRow,
  deliveryId,
  lastRoundOf,
  type PartnerDeliveryState,
  type ReportedStep,
  type Round,
  shownAt,
  takenBackAt,
  ulidOf,
} from '#model'
import { distanceKm } from '../distances/pin-centres.ts'
import { isForgotten } from '../orders/erase-order.ts'
import { dropSeenIn } from '../orders/order-conversation.ts'
import { itemOf, type OrderRecord } from '../orders/order-record.ts'
import { earningsCalledFor } from '../partners/earned.ts'

/** An open delivery as the partners of the city see it, without the customer's data; undefined if it is not open. */
export function deliveryRow(order: OrderRecord): DeliveryRow | undefined {
  const { address, delivery, lines } = order
  if (delivery.state !== 'open') return undefined
  return {
    ...tripOf(order),
    city: address.city,
    pickup: placeOf(delivery, 'open'),
    items: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    openedAt: delivery.openedAt ?? delivery.since,
    earningRupees: order.deliveryFeeRupees,
  }
}

/** The delivery as a partner who has or had it sees it; undefined if they never had it. */
export function deliveryFact(order: OrderRecord, partner: string): DeliveryFact | undefined {
  const { delivery } = order
  const last = lastRoundOf(delivery, partner)
  if (!last) return undefined
  const { round } = last
  const state = stateOf(delivery, round)
  const drop = dropSeenIn(round, order)
  const story = itemOf(order, 'story', partner)
  return {
    ...tripOf(order),
    pickup: placeOf(delivery, isForgotten(round) ? 'forgotten' : 'theirs'),
    state,
    number: order.number,
    awardedAt: round.awardedAt,
    changedAt: round.endedAt ?? delivery.since,
    earningRupees: earningOf(order, partner, state),
    ...(state === 'awarded' && { pickUpBy: takenBackAt(order, round.awardedAt) }),
    ...(drop && {
      drop: {
        ...{ name: drop.name, phone: drop.phone, address: drop.address },
        ...(drop.landmark !== undefined && { landmark: drop.landmark }),
      },
    }),
    items: order.lines.map(({ name, image, quantity }, i) => {
      const message = drop?.messages[i]
      return { name, image, quantity, ...(message !== undefined && { message }) }
    }),
    steps: delivery.steps.flatMap((step) => {
      const ofRound = delivery.rounds[step.round]
      return ofRound?.partner === partner ? [stepOf(step, ofRound)] : []
    }),
    ...(story && !story.settled && { isDisputed: true as const }),
  }
}

function tripOf({ _id, version, address, delivery, deliveryOn, deliveryWindow }: OrderRecord) {
  const dropPincode = delivery.drop?.pincode ?? address.pincode
  const distance = delivery.pickup && distanceKm(delivery.pickup.pincode, dropPincode)
  return {
    ...{ _id: deliveryId(ulidOf(_id)), type: 'delivery' as const, order: _id, version, dropPincode },
    ...(distance !== undefined && { distanceKm: distance }),
    ...{ deliveryOn, deliveryWindow },
  }
}

function placeOf({ pickup }: Delivery, how: 'open' | 'theirs' | 'forgotten'): DeliveryFact['pickup'] {
  if (!pickup) return { florist: { en: '', hi: '' }, area: '', pincode: '' }
  const { name, area, pincode, address, phone } = pickup
  const seen = how === 'theirs'
  // A florist of before deliveries has neither.
  return { florist: name, area, pincode, ...(seen && address && { address }), ...(seen && phone && { phone }) }
}

const ENDED_AS: Record<NonNullable<Round['ended']>, PartnerDeliveryState> = {
  taken_back: 'taken_back',
  demoted: 'taken_back',
  displaced: 'taken_back',
  released: 'released',
  cancelled: 'cancelled',
}

function stateOf({ state }: Delivery, { ended }: Round): PartnerDeliveryState {
  if (ended) return ENDED_AS[ended]
  if (state === 'on_the_way' || state === 'delivered' || state === 'failed') return state
  return 'awarded'
}

/** What the order earns this partner, in rupees: now, or once it is delivered if it is still carried. */
function earningOf(order: OrderRecord, partner: string, state: PartnerDeliveryState): number {
  if (state === 'awarded' || state === 'on_the_way') return order.deliveryFeeRupees
  const called = earningsCalledFor(order).filter((one) => one.partner === partner && !one.isNotPaid)
  return called.reduce((sum, { rupees }) => sum + rupees, 0)
}

function stepOf(reported: ReportedStep, round: Round): DeliveryFact['steps'][number] {
  const { step, receivedAt, handedTo, reason, inferred } = reported
  return {
    ...{ step, at: shownAt(reported, round), receivedAt },
    ...(handedTo !== undefined && { handedTo }),
    ...(reason !== undefined && { reason }),
    ...(inferred && { inferred }),
  }
}
