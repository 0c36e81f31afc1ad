import * as v from 'valibot'
import type { Role } from '../values/role.ts'
import { count, deviceId, idWithUlid, timestamp } from '../values/values.ts'

/** The members that every intent has beside its kind and its payload. */
const envelope = {
  _id: idWithUlid('intent'),
  _rev: v.optional(v.string()),
  type: v.literal('intent'),
  device: deviceId,
  /** The device's counter of its intents. */
  n: count,
  madeAt: timestamp,
}

interface Declaration<K extends string, P extends v.GenericSchema, R extends string> {
  kind: K
  /** `ROLES` if the workflow checks who owns the subject: an owner keeps an order after a change of role. */
  askedBy: readonly Role[]
  payload: P
  /** The reasons for which its workflow refuses it; `GENERAL_REFUSALS` are not repeated here. */
  refusals: readonly R[]
}

/**
 * Declares what a person can ask the marketplace to decide. The gate, the device, the decider and the texts read this
 * declaration; `intents` in `intent.ts` lists all of them. With the annotation the bundler can leave out unused ones.
 */
/* @__NO_SIDE_EFFECTS__ */
export function defineIntent<const K extends string, P extends v.GenericSchema, const R extends string>(
  declaration: Declaration<K, P, R>,
) {
  const { kind, payload } = declaration
  return {
    ...declaration,
    /** The whole document: written once by a device, never changed nor deleted. */
    document: v.strictObject({ ...envelope, kind: v.literal(kind), payload }),
  }
}

export type DocumentOf<Declared extends { document: v.GenericSchema }> = v.InferOutput<Declared['document']>
