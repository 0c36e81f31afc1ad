import * as v from 'valibot'
import { ulid } from '../values.ts'

/** Somebody looks at the way of an order; the demo plays it from the first look on. */
export const TrackOrder = v.strictObject({ order: ulid })
