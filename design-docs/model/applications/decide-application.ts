import * as v from 'valibot'
import { defineIntent } from '../intents/define-intent.ts'
import { ulid, version } from '../values/values.ts'
import { rejectionReason } from './application.ts'

/** Approves or rejects an application; `version` is that of the row which the admin has read. */
export const decideApplication = defineIntent({
  kind: 'decide-application',
  askedBy: ['ADMIN'],
  payload: v.strictObject({
    application: ulid,
    version,
    decision: v.picklist(['approved', 'rejected']),
    reason: v.optional(rejectionReason),
  }),
  refusals: ['application_unknown', 'application_changed', 'already_decided'],
})

/** Who decided instead, when and what: the `result` of a refusal `already_decided`. */
export const DecidedInstead = v.strictObject({
  by: v.string(),
  at: v.string(),
  decision: v.picklist(['approved', 'rejected']),
})
export type DecidedInstead = v.InferOutput<typeof DecidedInstead>
