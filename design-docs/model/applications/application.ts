import * as v from 'valibot'
import { idWithUlid, longText, timestamp, version } from '../values/values.ts'
import { APPLICATION_TYPES } from './documents.ts'

/**
 * `incoming` while its account is being made; `unverified` until the code is typed in the browser that sent it;
 * `pending_verification` until an admin decides; `discarded` if its applicant said that it is not theirs, or if it was
 * not verified in time.
 */
export const APPLICATION_STATES = [
  'incoming',
  'unverified',
  'pending_verification',
  'approved',
  'rejected',
  'discarded',
] as const
export type ApplicationState = (typeof APPLICATION_STATES)[number]

/** The state of the person's own application, as their devices see it. It has no numbers and no documents. */
export const Application = v.strictObject({
  _id: idWithUlid('application'),
  _rev: v.optional(v.string()),
  type: v.literal('application'),
  version,
  applicationType: v.picklist(APPLICATION_TYPES),
  state: v.picklist(APPLICATION_STATES),
  at: timestamp,
  /** When it got its state. */
  changedAt: timestamp,
  /** Why it was rejected. */
  reason: v.optional(v.string()),
})
export type Application = v.InferOutput<typeof Application>

export const applicationId = (ulid: string) => `application:${ulid}`

/** Why an admin rejects an application; the applicant reads it. */
export const rejectionReason = longText
