import * as v from 'valibot'
import {
  cityId,
  DELIVERY_WINDOWS,
  type DeliveryWindow,
  dayOf,
  isNormalEmail,
  lastDeliveryDay,
  MOST_LETTERS,
  maxLetters,
  missedDelivery,
  normaliseEmail,
  normalisePhone,
  normalisePincode,
  SUBSTITUTIONS,
  tidy,
} from '#model'

/** Every rule gives a reason code; the screen turns it into words. */
const required = (code: string) => v.pipe(v.string(code), tidy, v.minLength(1, code))

/** Calls `now` at each check, because a form may stay open past midnight. */
export const deliveryForm = (now: () => Date) =>
  v.object({
    name: v.pipe(required('name'), maxLetters(MOST_LETTERS.name, 'long')),
    phone: v.pipe(required('phone'), v.transform(normalisePhone), maxLetters(MOST_LETTERS.phone, 'long')),
    address: v.pipe(required('address'), maxLetters(MOST_LETTERS.address, 'long')),
    city: cityId,
    pincode: v.pipe(required('pincode'), v.transform(normalisePincode), maxLetters(MOST_LETTERS.pincode, 'long')),
    landmark: v.pipe(v.string(), tidy, maxLetters(MOST_LETTERS.landmark, 'long')),
    /** For the confirmation to a person without an account; an account's e-mail is known. */
    email: v.pipe(
      v.string(),
      v.transform(normaliseEmail),
      v.check((text) => text === '' || isNormalEmail(text), 'email'),
    ),
    deliveryOn: v.pipe(
      required('deliveryOn'),
      v.isoDate('deliveryOn'),
      v.check((day) => day >= dayOf(now()), 'past'),
      v.check((day) => day <= lastDeliveryDay(now()), 'far'),
    ),
    deliveryWindow: v.picklist(DELIVERY_WINDOWS),
    substitution: v.picklist(SUBSTITUTIONS),
  })
export type DeliveryValues = v.InferOutput<ReturnType<typeof deliveryForm>>

/** Restores what an earlier visit typed; values of a wrong type are ignored. */
export function restoreDraft(kept: unknown, today: string, city: string): DeliveryValues {
  const texts = typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : {}
  const text = (name: keyof DeliveryValues, otherwise = '') => {
    const value = texts[name]
    return typeof value === 'string' ? value : otherwise
  }
  const deliveryOn = text('deliveryOn', today)
  return {
    name: text('name'),
    phone: text('phone'),
    address: text('address'),
    city: text('city', city),
    pincode: text('pincode'),
    landmark: text('landmark'),
    email: text('email'),
    deliveryOn: deliveryOn < today ? today : deliveryOn,
    deliveryWindow:
      DELIVERY_WINDOWS.find((window) => window === text('deliveryWindow')) ?? ('any' satisfies DeliveryWindow),
    substitution: SUBSTITUTIONS.find((one) => one === text('substitution')) ?? 'call',
  }
}

/** Returns what was typed before; undefined if it can no longer be ordered as it is. */
export function readDelivery(kept: unknown, now: Date): DeliveryValues | undefined {
  const result = v.safeParse(
    deliveryForm(() => now),
    restoreDraft(kept, dayOf(now), ''),
  )
  if (!result.success) return undefined
  return missedDelivery(result.output.deliveryOn, result.output.deliveryWindow, now) ? undefined : result.output
}
