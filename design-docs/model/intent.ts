import * as v from 'valibot'
import { CancelOrder, ChangeOrder } from './orders/edit-order.ts'
import { PlaceOrder } from './orders/place-order.ts'
import { ReportProblem } from './orders/report-problem.ts'
import { TrackOrder } from './orders/track-order.ts'
import { UpdateProfile } from './people/update-profile.ts'
import { count, deviceId, idWithUlid, timestamp } from './values.ts'

/** What a person can ask the marketplace to decide, by kind. */
export const intentPayloads = {
  'place-order': PlaceOrder,
  'change-order': ChangeOrder,
  'cancel-order': CancelOrder,
  'report-problem': ReportProblem,
  'track-order': TrackOrder,
  'update-profile': UpdateProfile,
} as const
export type IntentKind = keyof typeof intentPayloads
export type PayloadOf<K extends IntentKind> = v.InferOutput<(typeof intentPayloads)[K]>

export const intentId = (ulid: string) => `intent:${ulid}`
export const ulidOf = (id: string) => id.slice(id.lastIndexOf(':') + 1)

const envelope = {
  _id: idWithUlid('intent'),
  _rev: v.optional(v.string()),
  type: v.literal('intent'),
  device: deviceId,
  /** The device's own counter. */
  n: count,
  madeAt: timestamp,
}

/** Written once by a device, never changed nor deleted. */
export const Intent = v.variant('kind', [
  v.strictObject({ ...envelope, kind: v.literal('place-order'), payload: PlaceOrder }),
  v.strictObject({ ...envelope, kind: v.literal('change-order'), payload: ChangeOrder }),
  v.strictObject({ ...envelope, kind: v.literal('cancel-order'), payload: CancelOrder }),
  v.strictObject({ ...envelope, kind: v.literal('report-problem'), payload: ReportProblem }),
  v.strictObject({ ...envelope, kind: v.literal('track-order'), payload: TrackOrder }),
  v.strictObject({ ...envelope, kind: v.literal('update-profile'), payload: UpdateProfile }),
])
export type Intent = v.InferOutput<typeof Intent>
export type IntentOf<K extends IntentKind> = Extract<Intent, { kind: K }>
