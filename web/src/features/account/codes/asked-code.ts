import * as v from 'valibot'
import { type Draft, drafts } from '../../../data/drafts.ts'

/** As long as a code is valid (specification §9). */
const VALID_MS = 600_000
/** Until another one may be asked for. */
export const RESEND_MS = 60_000

const AskedCode = v.object({ email: v.string(), sentAt: v.number(), isMailLate: v.optional(v.boolean()) })
export type AskedCode = v.InferOutput<typeof AskedCode>

/** A code that the service has just sent. */
export const justSent = (email: string, { isMailLate }: { isMailLate?: boolean | undefined }): AskedCode => ({
  email,
  sentAt: Date.now(),
  ...(isMailLate && { isMailLate }),
})

/** One sent before: the service says how long until it would send another. */
export const sentBefore = (email: string, retryAfterSeconds: number): AskedCode => ({
  email,
  sentAt: Date.now() + retryAfterSeconds * 1000 - RESEND_MS,
})

export const isValid = ({ sentAt }: AskedCode, now: number): boolean => now - sentAt < VALID_MS

/** Which code is on its way: whoever looks into the mail comes back to a page that may have been loaded anew. */
const askedCodeIn = (draft: Draft) => ({
  get(now: number): AskedCode | undefined {
    const result = v.safeParse(AskedCode, drafts.get(draft))
    return result.success && isValid(result.output, now) ? result.output : undefined
  },
  save: (asked: AskedCode): void => drafts.save(draft, asked),
  forget: (): void => drafts.clear(draft),
})

export const askedCode = askedCodeIn('login')
/** Of an account just registered. */
export const registrationCode = askedCodeIn('registered')
/** For the deletion of the account. */
export const deletionCode = askedCodeIn('deletion')
