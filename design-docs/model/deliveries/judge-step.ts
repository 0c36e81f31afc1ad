import type { DeliveryState, DeliveryStep } from '../orders/delivery-steps.ts'
import { currentRound, type Delivery, lastRoundOf, type ReportedStep, type Round } from './delivery.ts'

/** The rule of `judgeStep` that applied, named after what becomes of the step. */
export type StepRule =
  /** The partner never had this delivery. */
  | 'not_yours'
  /** They have reported this step already, or a later one. */
  | 'repeated'
  /** The round is theirs, has not ended, and the delivery is awarded or on the way. */
  | 'taken'
  /** They report a failure of a delivery that is no longer theirs: it is written down, and nothing moves. */
  | 'noted'
  /** Their award was taken from them while they had the flowers; they get it back. */
  | 'given_back'
  /** The same, and the partner who has it now loses it. */
  | 'displacing'
  /** The report contradicts the order: an admin settles it. */
  | 'disputed'

export interface JudgedStep {
  rule: StepRule
  /** Unchanged if the step moves nothing. */
  delivery: Delivery
}

type Reported = Omit<ReportedStep, 'round' | 'inferred'> & { partner: string }

const ORDER: readonly DeliveryStep[] = ['picked_up', 'delivered']
const STATE_AFTER: Record<DeliveryStep, DeliveryState> = {
  picked_up: 'on_the_way',
  delivered: 'delivered',
  failed: 'failed',
}
/** The ends of a round after which the partner may still have the flowers. */
const MAY_HAVE_FLOWERS: readonly Round['ended'][] = ['taken_back', 'demoted']

/**
 * Judges a step that a partner reported, however late it arrives: the first rule that matches applies. The steps of one
 * phone arrive in the order in which they were made.
 */
export function judgeStep(delivery: Delivery, reported: Reported): JudgedStep {
  const last = lastRoundOf(delivery, reported.partner)
  if (!last) return { rule: 'not_yours', delivery }
  if (isRepeated(delivery, reported)) return { rule: 'repeated', delivery }
  const current = currentRound(delivery)
  const isMoving = delivery.state === 'awarded' || delivery.state === 'on_the_way'
  if (current && current === last.round && isMoving)
    return { rule: 'taken', delivery: withStep(delivery, last.index, reported) }
  if (reported.step === 'failed') return { rule: 'noted', delivery: noted(delivery, last.index, reported) }
  const mayBeBack = MAY_HAVE_FLOWERS.includes(last.round.ended)
  if (mayBeBack && (delivery.state === 'waiting' || delivery.state === 'open'))
    return { rule: 'given_back', delivery: givenBack(delivery, last.round, reported) }
  if (mayBeBack && delivery.state === 'awarded' && current) {
    const without = endRound(delivery, current, 'displaced', reported.receivedAt)
    return { rule: 'displacing', delivery: givenBack(without, last.round, reported) }
  }
  return { rule: 'disputed', delivery: noted(delivery, last.index, reported) }
}

/** True if the partner has reported this step already, or a later one. */
function isRepeated({ rounds, steps }: Delivery, { partner, step }: Reported): boolean {
  const mine = steps.filter((one) => rounds[one.round]?.partner === partner).map((one) => one.step)
  if (mine.includes(step)) return true
  if (step === 'failed') return false
  return mine.some((one) => ORDER.indexOf(one) > ORDER.indexOf(step))
}

/** The delivery after the step; a pick-up that is missing is added as inferred. */
function withStep(delivery: Delivery, round: number, { partner: _, ...reported }: Reported): Delivery {
  const isPickUpMissing =
    reported.step === 'delivered' && !delivery.steps.some((one) => one.round === round && one.step === 'picked_up')
  const { at, receivedAt, intent } = reported
  const implied: ReportedStep[] = isPickUpMissing
    ? [{ round, step: 'picked_up', at, receivedAt, intent, inferred: true }]
    : []
  return {
    ...delivery,
    state: STATE_AFTER[reported.step],
    since: receivedAt,
    steps: [...delivery.steps, ...implied, { round, ...reported }],
    ...(reported.step === 'failed' && { failedBy: reported.reason ?? 'other' }),
  }
}

const noted = (delivery: Delivery, round: number, { partner: _, ...reported }: Reported): Delivery => ({
  ...delivery,
  steps: [...delivery.steps, { round, ...reported }],
})

/** A new round with the award of the first one, and the step in it. */
function givenBack(delivery: Delivery, { partner, awardedAt, intent }: Round, reported: Reported): Delivery {
  const rounds = [...delivery.rounds, { partner, awardedAt, intent }]
  return withStep({ ...delivery, rounds }, rounds.length - 1, reported)
}

/** The delivery with a round ended; the caller gives it its next state. */
export const endRound = (delivery: Delivery, which: Round, how: NonNullable<Round['ended']>, at: string): Delivery => ({
  ...delivery,
  rounds: delivery.rounds.map((round) => (round === which ? { ...round, ended: how, endedAt: at } : round)),
})
