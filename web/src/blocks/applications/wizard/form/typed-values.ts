import * as v from 'valibot'
import {
  hasVisibleText,
  isEmailAddress,
  MOST_LETTERS,
  MOST_PASSWORD_CHARACTERS,
  maxLetters,
  normaliseEmail,
  normalisePhone,
  tidy,
} from '#model'
import type { TypedValue, TypedValues } from '../../../../data/applications/application-draft.ts'

/** Every rule gives a reason code; `use-field-errors.ts` turns it into words. */
export const requiredText = (most: number = MOST_LETTERS.name) =>
  v.pipe(v.string('missing'), tidy, v.minLength(1, 'missing'), maxLetters(most, 'long'))
export const optionalText = v.pipe(v.string(), tidy, maxLetters(MOST_LETTERS.name, 'long'))
export const requiredPhone = v.pipe(requiredText(MOST_LETTERS.phone), v.transform(normalisePhone))
export const requiredEmail = v.pipe(
  v.string('missing'),
  v.check(hasVisibleText, 'missing'),
  v.check((typed) => !hasVisibleText(typed) || isEmailAddress(typed), 'wrong'),
  v.transform(normaliseEmail),
)
/** Something has to be chosen. */
export const chosen = v.pipe(v.string('missing'), v.minLength(1, 'missing'))

const LEAST_LETTERS = 6
/** Spaces count, and nothing is trimmed. */
const NewPasswords = v.pipe(
  v.object({
    password: v.pipe(
      v.string('missing'),
      v.minLength(1, 'missing'),
      v.minLength(LEAST_LETTERS, 'short'),
      v.maxLength(MOST_PASSWORD_CHARACTERS, 'long'),
    ),
    confirmPassword: v.pipe(v.string('missing'), v.minLength(1, 'missing')),
  }),
  v.forward(
    v.partialCheck(
      [['password'], ['confirmPassword']],
      ({ password, confirmPassword }) => password === confirmPassword,
      'mismatch',
    ),
    ['confirmPassword'],
  ),
)
/** These fields, and the passwords of the account that the submission makes. */
export const withPasswords = <Fields extends v.ObjectEntries>(fields: Fields) =>
  v.intersect([v.object(fields), NewPasswords])
/** These fields for people who have an account, or a provider: they type no password. */
export const withoutPasswords = <Fields extends v.ObjectEntries>(fields: Fields) =>
  v.intersect([v.object(fields), v.object({ password: v.string(), confirmPassword: v.string() })])

/** The values of a step's fields; an earlier visit's values of a wrong type are ignored. */
export function restoreTyped<Values extends Record<string, TypedValue>>(initial: Values, typed: TypedValues): Values {
  const restored = { ...initial }
  for (const field in initial) {
    const value = typed[field]
    if (value !== undefined && Array.isArray(value) === Array.isArray(initial[field]))
      Object.assign(restored, { [field]: value })
  }
  return restored
}
