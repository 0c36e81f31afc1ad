import * as v from 'valibot'
import { cityId, isNormalEmail, MOST_LETTERS, maxLetters, normaliseEmail, normalisePhone, tidy } from '#model'

const ACCOUNT_TYPES = ['customer', 'partner'] as const

/** Every rule gives a reason code, as the service does; the screen turns it into words. */
const required = v.pipe(v.string('required'), tidy, v.minLength(1, 'required'))

export const RegistrationForm = v.object({
  type: v.picklist(ACCOUNT_TYPES),
  name: v.pipe(required, maxLetters(MOST_LETTERS.name, 'long')),
  email: v.pipe(required, v.transform(normaliseEmail), v.check(isNormalEmail, 'email_malformed')),
  phone: v.pipe(required, v.transform(normalisePhone), maxLetters(MOST_LETTERS.phone, 'long')),
  city: v.pipe(v.string('city_unknown'), v.minLength(1, 'city_unknown'), cityId),
  terms: v.pipe(
    v.boolean(),
    v.check((isAccepted) => isAccepted, 'terms_required'),
  ),
})
export type RegistrationValues = v.InferOutput<typeof RegistrationForm>

/** Restores what an earlier visit typed; values of a wrong type are ignored. */
export function restoreRegistration(kept: unknown, city: string): RegistrationValues {
  const known = typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : {}
  const text = (name: keyof RegistrationValues, otherwise = '') => {
    const value = known[name]
    return typeof value === 'string' ? value : otherwise
  }
  return {
    type: ACCOUNT_TYPES.find((type) => type === known.type) ?? 'customer',
    name: text('name'),
    email: text('email'),
    phone: text('phone'),
    city: text('city', city),
    terms: known.terms === true,
  }
}
