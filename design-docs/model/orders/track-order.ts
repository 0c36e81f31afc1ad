import * as v from 'valibot'
import { defineIntent } from '../intents/define-intent.ts'
import { ROLES } from '../values/role.ts'
import { ulid } from '../values/values.ts'

/** Somebody looks at the way of an order; the demo plays it from the first look on. */
export const trackOrder = defineIntent({
  kind: 'track-order',
  askedBy: ROLES,
  payload: v.strictObject({ order: ulid }),
  refusals: [],
})
