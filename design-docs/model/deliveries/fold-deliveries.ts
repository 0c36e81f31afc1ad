import { type AskedIntent, stageOf } from '../intents/asked-intent.ts'
import type { DocumentOf } from '../intents/define-intent.ts'
import { isResultNewer } from '../intents/receipt.ts'
import type { DeliveryStep, FailureReason, HandedTo } from '../orders/delivery-steps.ts'
import { type DeliveryFact, deliveryId, type PartnerDeliveryState } from './delivery-fact.ts'
import type { advanceDelivery, releaseDelivery } from './delivery-intents.ts'

/** The intents by which a partner moves a delivery that they have. */
export const DELIVERY_INTENTS = ['advance-delivery', 'release-delivery'] as const
export type AskedMove = AskedIntent<DocumentOf<typeof advanceDelivery> | DocumentOf<typeof releaseDelivery>>

/** The id of the delivery that an intent moves. */
export const deliveryOfIntent = ({ payload }: AskedMove['intent']): string => deliveryId(payload.order)

/** A step or a release that is not decided yet, or whose result has not arrived yet. */
export interface PendingMove {
  what: DeliveryStep | 'release'
  stage: 'saved' | 'sent'
  /** When it reached its stage. */
  at: string
}

/** A delivery as its partner sees it. */
export interface DeliveryView {
  id: string
  fact: DeliveryFact
  /** With the partner's own steps as soon as they are made. */
  state: PartnerDeliveryState
  /** When it got this state, as the partner says. */
  since: string
  /** To whom the flowers were handed, or why they could not be. */
  ended?: { handedTo?: HandedTo; reason?: FailureReason }
  /** The moves that wait, in the order in which they were made. */
  pending: readonly PendingMove[]
}

/** True if the partner has the flowers, or has to fetch them. */
export const isCarried = ({ state }: Pick<DeliveryView, 'state'>): boolean =>
  state === 'awarded' || state === 'on_the_way'

/** The next step of a delivery; undefined if it is over. */
export const nextStep = ({ state }: Pick<DeliveryView, 'state'>): DeliveryStep | undefined =>
  state === 'awarded' ? 'picked_up' : state === 'on_the_way' ? 'delivered' : undefined

/** Applies a partner's waiting steps to a delivery, in the order in which they were made. */
export function foldDelivery(fact: DeliveryFact | undefined, asked: readonly AskedMove[]): DeliveryView | undefined {
  if (!fact) return undefined
  return asked
    .filter((one) => deliveryOfIntent(one.intent) === fact._id && isWaiting(one, fact))
    .toSorted((a, b) => (a.intent._id < b.intent._id ? -1 : 1))
    .reduce(withMove, confirmed(fact))
}

const STATE_AFTER: Record<DeliveryStep, PartnerDeliveryState> = {
  picked_up: 'on_the_way',
  delivered: 'delivered',
  failed: 'failed',
}

/** The delivery as the service has confirmed it. A step has the time of the partner's clock if that is possible. */
function confirmed(fact: DeliveryFact): DeliveryView {
  const last = fact.steps.findLast(({ step }) => STATE_AFTER[step] === fact.state)
  const { handedTo, reason } = last ?? {}
  return {
    ...{ id: fact._id, fact, state: fact.state, since: last?.at ?? fact.changedAt, pending: [] },
    ...(handedTo !== undefined && { ended: { handedTo } }),
    ...(reason !== undefined && { ended: { reason } }),
  }
}

/** A move waits until the delivery with its result has arrived; a refused one moves nothing. */
function isWaiting({ intent, receipt }: AskedMove, fact: DeliveryFact): boolean {
  if (receipt?.outcome === 'refused') return false
  if (receipt) return isResultNewer(receipt, fact.version)
  // The fact may arrive before the receipt.
  return intent.kind === 'release-delivery' || !fact.steps.some(({ step }) => step === intent.payload.step)
}

function withMove(view: DeliveryView, move: AskedMove): DeliveryView {
  const pending = [...view.pending, pendingOf(move)]
  const next = movedState(view.state, move)
  if (!next) return { ...view, pending }
  const { intent } = move
  if (intent.kind === 'release-delivery') return { ...view, pending, state: next, since: intent.madeAt }
  const { payload } = intent
  return {
    ...view,
    ...{ pending, state: next, since: payload.at },
    ...(payload.step === 'delivered' && { ended: { handedTo: payload.handedTo } }),
    ...(payload.step === 'failed' && { ended: { reason: payload.reason } }),
  }
}

/** Undefined if the move changes nothing on this phone: the service decides what becomes of it. */
function movedState(state: PartnerDeliveryState, { intent }: AskedMove): PartnerDeliveryState | undefined {
  if (intent.kind === 'release-delivery') return state === 'awarded' ? 'released' : undefined
  const { step } = intent.payload
  if (state === 'awarded') return STATE_AFTER[step]
  if (state === 'on_the_way') return step === 'picked_up' ? undefined : STATE_AFTER[step]
  // A partner who picked the flowers up gets a delivery back that was taken from them; a failure changes nothing.
  return state === 'taken_back' && step !== 'failed' ? STATE_AFTER[step] : undefined
}

function pendingOf(asked: AskedMove): PendingMove {
  const { intent } = asked
  const what = intent.kind === 'release-delivery' ? 'release' : intent.payload.step
  return { what, ...stageOf(asked) }
}
