import * as v from 'valibot'
import { now } from '../../../clock/page-clock.ts'
import { type Draft, drafts } from '../../../data/drafts.ts'

/** How long a code is valid (specification §9). */
const VALID_MS = 600_000
/** How long until another code may be asked for. */
export const RESEND_MS = 60_000

const CodeRequestDraft = v.object({ email: v.string(), sentAt: v.number(), isMailLate: v.optional(v.boolean()) })
export type CodeRequestDraft = v.InferOutput<typeof CodeRequestDraft>

/** A code that the service has just sent. */
export const justSent = (email: string, { isMailLate }: { isMailLate?: boolean | undefined }): CodeRequestDraft => ({
  email,
  sentAt: now().getTime(),
  ...(isMailLate && { isMailLate }),
})

/** A code that was sent before: the service says how long until it would send another. */
export const sentBefore = (email: string, retryAfterSeconds: number): CodeRequestDraft => ({
  email,
  sentAt: now().getTime() + retryAfterSeconds * 1000 - RESEND_MS,
})

export const isValid = ({ sentAt }: CodeRequestDraft): boolean => now().getTime() - sentAt < VALID_MS

/** Remembers which code is on its way: a person who looks into the mail may come back to a page that was reloaded. */
const codeRequestDraftIn = (draft: Draft) => ({
  get(): CodeRequestDraft | undefined {
    const result = v.safeParse(CodeRequestDraft, drafts.get(draft))
    return result.success && isValid(result.output) ? result.output : undefined
  },
  save: (asked: CodeRequestDraft): void => drafts.save(draft, asked),
  forget: (): void => drafts.clear(draft),
})

export const loginCodeDraft = codeRequestDraftIn('login')
/** The code for an account that was just registered. */
export const registrationCodeDraft = codeRequestDraftIn('registered')
/** The code for the deletion of the account. */
export const deletionCodeDraft = codeRequestDraftIn('deletion')
