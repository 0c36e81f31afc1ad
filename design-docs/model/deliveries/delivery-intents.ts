import * as v from 'valibot'
import { defineIntent } from '../intents/define-intent.ts'
import { failureReason, handedTo, releaseReason } from '../orders/delivery-steps.ts'
import { ROLES } from '../values/role.ts'
import { maxLetters, tidy, timestamp, ulid, version } from '../values/values.ts'

/** The maximum length of a partner's note, in letters. */
export const NOTE_AT_MOST = 500
const note = v.pipe(v.string(), tidy, v.minLength(1), maxLetters(NOTE_AT_MOST))

/** The most deliveries that a partner may carry at once. */
export const MOST_CARRIED = 3
/** An accept that is decided later than this after it was made is refused: the partner has moved on by then. */
export const ACCEPT_WITHIN_MINUTES = 10
/** Going on duty does not count if it is decided later than this after it was made. */
export const ONLINE_WITHIN_MINUTES = 15
export const MOST_RELEASES_A_DAY = 3
/** The most steps that one partner may report of one delivery. */
export const MOST_STEPS = 20

export const acceptDelivery = defineIntent({
  kind: 'accept-delivery',
  askedBy: ['PARTNER'],
  payload: v.strictObject({ order: ulid }),
  refusals: [
    'already_awarded',
    'delivery_closed',
    'too_many_deliveries',
    'own_order',
    'not_your_city',
    'had_it_before',
    'too_late',
  ],
})

/**
 * Reports a step of a delivery; `version` is that of the fact that the partner saw. Any role may ask, because a former
 * partner finishes what they carry: the award decides.
 */
export const advanceDelivery = defineIntent({
  kind: 'advance-delivery',
  askedBy: ROLES,
  payload: v.variant('step', [
    v.strictObject({ order: ulid, version, step: v.literal('picked_up'), at: timestamp, note: v.optional(note) }),
    v.strictObject({
      ...{ order: ulid, version, step: v.literal('delivered'), at: timestamp },
      ...{ handedTo, note: v.optional(note) },
    }),
    v.strictObject({
      ...{ order: ulid, version, step: v.literal('failed'), at: timestamp },
      ...{ reason: failureReason, note: v.optional(note) },
    }),
  ]),
  refusals: ['not_yours', 'already_over'],
})

/** Gives a delivery back before it is picked up. */
export const releaseDelivery = defineIntent({
  kind: 'release-delivery',
  askedBy: ['PARTNER'],
  payload: v.strictObject({ order: ulid, reason: releaseReason }),
  refusals: ['not_yours', 'already_picked_up', 'released_too_often'],
})

/** Goes on duty or off duty. */
export const setAvailability = defineIntent({
  kind: 'set-availability',
  askedBy: ['PARTNER'],
  payload: v.strictObject({ online: v.boolean() }),
  refusals: ['too_late'],
})

/** Asks for what is available to be paid before Friday. */
export const requestPayout = defineIntent({
  kind: 'request-payout',
  askedBy: ['PARTNER'],
  payload: v.strictObject({}),
  refusals: ['nothing_available'],
})
