import * as v from 'valibot'
import { toAsciiDigits } from '../../values/digits.ts'
import { rupees, timestamp } from '../../values/values.ts'

/** Removes blanks, punctuation and invisible characters, and turns digits of any script into 0 to 9. */
const bareCode = (text: string) =>
  toAsciiDigits(text.normalize('NFKC'))
    .replace(/[\s\p{P}\p{DI}]/gu, '')
    .toUpperCase()
/** A promo code as people type or paste it: only its letters and digits matter, in upper or lower case. */
export const promoCode = v.pipe(v.string(), v.transform(bareCode), v.regex(/^[A-Z0-9]{3,20}$/))

const terms = {
  _id: v.pipe(v.string(), v.regex(/^promo:[0-9a-f]{64}$/)),
  _rev: v.optional(v.string()),
  type: v.literal('promo'),
  /** The minimum price of the flowers, without fee and tax. */
  minimumRupees: v.optional(rupees),
  /** The code is invalid from this time on. */
  endsAt: v.optional(timestamp),
  oncePerAccount: v.optional(v.boolean()),
}

/** The terms of a promo code. The id is a digest of the code, so that readers of the catalogue cannot see the codes. */
export const Promo = v.variant('kind', [
  v.strictObject({
    ...terms,
    kind: v.literal('percent'),
    percent: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)),
    atMostRupees: v.optional(rupees),
  }),
  v.strictObject({ ...terms, kind: v.literal('flat'), rupees }),
  v.strictObject({ ...terms, kind: v.literal('free-delivery') }),
])
export type Promo = v.InferOutput<typeof Promo>

/** Browsers and Node both have `crypto`, but the model uses the types of neither. */
declare const crypto: { subtle: { digest(algorithm: 'SHA-256', data: Uint8Array): Promise<ArrayBuffer> } }

/** Returns `promo:<SHA-256 of the code, in hex>`. */
export async function promoId(code: string): Promise<`promo:${string}`> {
  const digest = await crypto.subtle.digest(
    'SHA-256',
    Uint8Array.from(`mogra promo ${code}`, (letter) => letter.charCodeAt(0)),
  )
  return `promo:${Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** Whether an account has used a code that is valid once per account. */
export type PromoUse = 'free' | 'used' | 'no account'

/** Why a code is not valid now. The device shows this in advance; the service decides with the same function. */
export function promoRefusal(
  promo: Promo | undefined,
  { subtotalRupees, now, use }: { subtotalRupees: number; now: Date; use: PromoUse },
) {
  if (!promo) return 'promo_unknown'
  if (promo.endsAt !== undefined && Date.parse(promo.endsAt) <= now.getTime()) return 'promo_ended'
  if (promo.oncePerAccount && use === 'used') return 'promo_used'
  if (promo.oncePerAccount && use === 'no account') return 'promo_needs_account'
  if (subtotalRupees < (promo.minimumRupees ?? 0)) return 'promo_minimum'
  return undefined
}
export type PromoRefusal = NonNullable<ReturnType<typeof promoRefusal>>

/** An order that was cancelled or failed does not use up its code. */
export const countsAsPromoUse = ({ status }: { status: string }): boolean =>
  status !== 'cancelled' && status !== 'failed'
