import * as v from 'valibot'
import { defineIntent } from '../intents/define-intent.ts'
import { ROLES } from '../values/role.ts'
import { ulid } from '../values/values.ts'

/** A person looks at the tracking page of an order; the demo starts its simulated delivery at the first look. */
export const trackOrder = defineIntent({
  kind: 'track-order',
  askedBy: ROLES,
  payload: v.strictObject({ order: ulid }),
  refusals: [],
})
