import * as v from 'valibot'
import {
  type ContactSupport,
  hasVisibleText,
  isEmailAddress,
  MESSAGE_AT_MOST,
  MOST_LETTERS,
  maxLetters,
  SUPPORT_CATEGORIES,
  tidy,
} from '#model'

const text = (most: number) => v.pipe(v.string(), tidy, v.minLength(1, 'missing'), maxLetters(most, 'long'))

/** The most letters of each typed field. */
export const MOST = { name: MOST_LETTERS.name, subject: MOST_LETTERS.name, message: MESSAGE_AT_MOST } as const

/** Every rule gives a reason code; the screen turns it into words. */
export const ContactForm = v.object({
  name: text(MOST.name),
  email: v.pipe(
    v.string(),
    v.check(hasVisibleText, 'missing'),
    v.check((typed) => !hasVisibleText(typed) || isEmailAddress(typed), 'wrong'),
  ),
  category: v.picklist(SUPPORT_CATEGORIES),
  subject: text(MOST.subject),
  message: text(MOST.message),
})
export type ContactValues = v.InferInput<typeof ContactForm>

const Kept = v.object({
  about: v.string(),
  values: v.object({
    ...{ name: v.string(), email: v.string(), subject: v.string(), message: v.string() },
    category: v.picklist(SUPPORT_CATEGORIES),
  }),
})

/** Restores what was typed about the same job, or about none. */
export function restoreContact(kept: unknown, about: string): ContactValues | undefined {
  const result = v.safeParse(Kept, kept)
  return result.success && result.output.about === about ? result.output.values : undefined
}

/** The fields as the service takes them. */
export const payloadOf = (values: ContactValues, job: string | undefined): ContactSupport => ({
  ...values,
  ...(job !== undefined && { job }),
})
