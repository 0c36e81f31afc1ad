import * as v from 'valibot'
import { idWithUlid, timestamp } from '../values/values.ts'

/** Reasons to refuse an intent of any kind; each kind declares more. The device translates them. */
export const GENERAL_REFUSALS = [
  /** After the gate accepted the intent, the account got a role that may not ask for it. */
  'role_changed',
  /** The account does not exist, or was deleted. */
  'not_allowed',
  'not_understood',
  /** The intent could not be decided for a while, and a later intent was carried out meanwhile. */
  'overtaken',
] as const
export type GeneralRefusal = (typeof GENERAL_REFUSALS)[number]

/** Reasons for which the gate refuses a pushed document; the device shows them in its tray. */
export const GATE_REFUSALS = [
  'not_understood',
  /** The role may not ask for intents of this kind. */
  'not_allowed',
  /** The document is a receipt, a fact, another device's document, or a design or local document. */
  'not_yours',
  'too_large',
  'has_attachments',
  'bad_revision',
  /** An intent must not be changed or deleted. */
  'intent_changed',
  /** A different document with this id exists already. */
  'intent_exists',
  'mailbox_full',
] as const
export type GateRefusal = (typeof GATE_REFUSALS)[number]

/** The service's answer to the intent with the same ULID. It is written last, so if it exists, all is done. */
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

/** Whether the result of an intent is in a later version of a fact than this one. */
export const isResultNewer = ({ result }: Pick<Receipt, 'result'>, version: number): boolean =>
  Number(Object(result).version) > version

export const receiptId = (ulid: string) => `receipt:${ulid}`
