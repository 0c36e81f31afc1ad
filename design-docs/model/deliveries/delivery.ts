import type {
  DeliveryState,
  DeliveryStep,
  FailedBySystem,
  FailureReason,
  HandedTo,
  ReleaseReason,
  RoundEnd,
} from '../orders/delivery-steps.ts'

/** One partner's turn with a delivery, from the award until it ends; a delivery may have several. */
export interface Round {
  /** The partner's account. */
  partner: string
  awardedAt: string
  /** The ULID of the intent that won the award; a partner who gets the delivery back keeps the first round's. */
  intent: string
  ended?: RoundEnd
  endedAt?: string
  /** Why the partner released it. */
  reason?: ReleaseReason
  /** The partner's copy no longer says where the flowers were to go, and to whom. */
  isForgotten?: true
}

/** A step of a delivery that a partner reported. */
export interface ReportedStep {
  /** The index of the round that it belongs to. */
  round: number
  step: DeliveryStep
  /** The time by the partner's clock. If it is not between award and receipt, `receivedAt` is shown instead. */
  at: string
  receivedAt: string
  /** The ULID of the intent. */
  intent: string
  handedTo?: HandedTo
  note?: string
  reason?: FailureReason
  /** A later step arrived and this one did not. */
  inferred?: true
}

/** The partner's own time if it is between award and receipt, otherwise the time of the receipt. */
export const shownAt = (
  { at, receivedAt }: Pick<ReportedStep, 'at' | 'receivedAt'>,
  round: Round | undefined,
): string => (round && at >= round.awardedAt && at <= receivedAt ? at : receivedAt)

/** The florist from whom the flowers are fetched. */
export interface PickUp {
  florist: string
  name: { en: string; hi: string }
  address: string
  area: string
  pincode: string
  phone: string
}

/** The delivery of an order, in the core's record of the order. */
export interface Delivery {
  state: DeliveryState
  /** When it was first open to partners; absent before. */
  openedAt?: string
  /** When it reached its state. */
  since: string
  rounds: readonly Round[]
  steps: readonly ReportedStep[]
  pickup?: PickUp
  failedBy?: FailedBySystem | FailureReason
}

/** The only round that has not ended; undefined if nobody has the delivery. */
export const currentRound = ({ rounds }: Delivery): Round | undefined => rounds.find(({ ended }) => !ended)

/** A partner's last round; undefined if they never had the delivery. */
export function lastRoundOf({ rounds }: Delivery, partner: string): { round: Round; index: number } | undefined {
  const index = rounds.findLastIndex((round) => round.partner === partner)
  const round = rounds[index]
  return round && { round, index }
}
