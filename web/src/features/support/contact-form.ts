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
import { drafts } from '../../data/drafts.ts'

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

const Typed = v.object({
  ...{ name: v.string(), email: v.string(), subject: v.string(), message: v.string() },
  category: v.picklist(SUPPORT_CATEGORIES),
})
const Drafts = v.record(v.string(), v.unknown())

function readDrafts(): Record<string, unknown> {
  const result = v.safeParse(Drafts, drafts.get('support'))
  return result.success ? result.output : {}
}

const keyOf = (job: string | undefined) => job ?? 'general'

/** What was typed and not sent: one message for each job, and one about none. */
export const contactDraft = {
  get(job: string | undefined): ContactValues | undefined {
    const result = v.safeParse(Typed, readDrafts()[keyOf(job)])
    return result.success ? result.output : undefined
  },
  save: (job: string | undefined, values: Partial<ContactValues>): void =>
    drafts.save('support', { ...readDrafts(), [keyOf(job)]: values }),
  clear(job: string | undefined): void {
    const { [keyOf(job)]: _, ...others } = readDrafts()
    drafts.save('support', others)
  },
}

/** The fields as the service takes them. */
export const payloadOf = (values: ContactValues, job: string | undefined): ContactSupport => ({
  ...values,
  ...(job !== undefined && { job }),
})
