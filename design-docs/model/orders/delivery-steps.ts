import * as v from 'valibot'

/** `waiting` until the order's time comes, then `open` for the partners of the city; `simulated` only in a demo. */
export const DELIVERY_STATES = [
  'waiting',
  'open',
  'awarded',
  'on_the_way',
  'delivered',
  'failed',
  'cancelled',
  'simulated',
] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** The steps of a partner, in their order; the last two end the delivery. */
export const DELIVERY_STEPS = ['picked_up', 'delivered', 'failed'] as const
export type DeliveryStep = (typeof DELIVERY_STEPS)[number]

/** To whom the flowers were handed, or where they were left. */
export const HANDED_TO = ['recipient', 'neighbour', 'guard', 'reception', 'door'] as const
export type HandedTo = (typeof HANDED_TO)[number]

/** Why flowers could not be delivered. */
export const FAILURE_REASONS = [
  'no_answer',
  'wrong_address',
  'refused',
  'damaged',
  'closed',
  'unsafe',
  'other',
] as const
export type FailureReason = (typeof FAILURE_REASONS)[number]

/** Why a partner gives a delivery back before the pick-up. */
export const RELEASE_REASONS = ['vehicle', 'too_far', 'not_ready', 'closed', 'unwell', 'other'] as const
export type ReleaseReason = (typeof RELEASE_REASONS)[number]

/** Why the service let a delivery fail: nobody took it, or the partner who carried it was not heard of again. */
export type FailedBySystem = 'nobody' | 'silent'

/** How a round ended without a delivery. */
export const ROUND_ENDS = ['taken_back', 'released', 'displaced', 'demoted', 'cancelled'] as const
export type RoundEnd = (typeof ROUND_ENDS)[number]

/** What a customer may give a delivery. */
export const STARS = [1, 2, 3, 4, 5] as const

export const handedTo = v.picklist(HANDED_TO)
export const failureReason = v.picklist(FAILURE_REASONS)
export const releaseReason = v.picklist(RELEASE_REASONS)
