import * as v from 'valibot'
import { idWithUlid, timestamp } from '../values/values.ts'

/** Why an intent of any kind can be refused; further reasons are declared with the kind. The device translates them. */
export const GENERAL_REFUSALS = [
  /** The gate took it, and since then the account got a role that may not ask it. */
  'role_changed',
  /** There is no such account, or not any more. */
  'not_allowed',
  'not_understood',
  /** It could not be decided for a while, and what was asked later has been done meanwhile. */
  'overtaken',
] as const
export type GeneralRefusal = (typeof GENERAL_REFUSALS)[number]

/** Why the gate does not take a pushed document; the device shows it in its tray. */
export const GATE_REFUSALS = [
  'not_understood',
  /** A kind that this role may not ask. */
  'not_allowed',
  /** A receipt, a fact, another device's document, a design or local document. */
  'not_yours',
  'too_large',
  'has_attachments',
  'bad_revision',
  /** Intents are neither changed nor deleted. */
  'intent_changed',
  /** Another document of this id came first. */
  'intent_exists',
  'mailbox_full',
] as const
export type GateRefusal = (typeof GATE_REFUSALS)[number]

/** The service's answer to the intent of the same ULID; written last, so its presence means that all is done. */
export const Receipt = v.strictObject({
  _id: idWithUlid('receipt'),
  _rev: v.optional(v.string()),
  type: v.literal('receipt'),
  outcome: v.picklist(['done', 'refused']),
  reason: v.optional(v.string()),
  result: v.optional(v.unknown()),
  receivedAt: timestamp,
  decidedAt: timestamp,
})
export type Receipt = v.InferOutput<typeof Receipt>

export const receiptId = (ulid: string) => `receipt:${ulid}`
