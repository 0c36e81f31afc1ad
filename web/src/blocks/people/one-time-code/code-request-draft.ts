import * as v from 'valibot'
import { type Draft, drafts } from '../../../data/drafts.ts'

/** As long as a code is valid (specification §9). */
const VALID_MS = 600_000
/** Until another one may be asked for. */
export const RESEND_MS = 60_000

const CodeRequestDraft = v.object({ email: v.string(), sentAt: v.number(), isMailLate: v.optional(v.boolean()) })
export type CodeRequestDraft = v.InferOutput<typeof CodeRequestDraft>

/** A code that the service has just sent. */
export const justSent = (email: string, { isMailLate }: { isMailLate?: boolean | undefined }): CodeRequestDraft => ({
  email,
  sentAt: Date.now(),
  ...(isMailLate && { isMailLate }),
})

/** One sent before: the service says how long until it would send another. */
export const sentBefore = (email: string, retryAfterSeconds: number): CodeRequestDraft => ({
  email,
  sentAt: Date.now() + retryAfterSeconds * 1000 - RESEND_MS,
})

export const isValid = ({ sentAt }: CodeRequestDraft, now: number): boolean => now - sentAt < VALID_MS

/** Which code is on its way: whoever looks into the mail comes back to a page that may have been loaded anew. */
const codeRequestDraftIn = (draft: Draft) => ({
  get(now: number): CodeRequestDraft | undefined {
    const result = v.safeParse(CodeRequestDraft, drafts.get(draft))
    return result.success && isValid(result.output, now) ? result.output : undefined
  },
  save: (asked: CodeRequestDraft): void => drafts.save(draft, asked),
  forget: (): void => drafts.clear(draft),
})

export const loginCodeDraft = codeRequestDraftIn('login')
/** Of an account just registered. */
export const registrationCodeDraft = codeRequestDraftIn('registered')
/** For the deletion of the account. */
export const deletionCodeDraft = codeRequestDraftIn('deletion')
