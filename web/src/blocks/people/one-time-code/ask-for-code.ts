import type { Found, Result } from '../../../data/use-session.ts'
import { type CodeRequestDraft, justSent, RESEND_MS, sentBefore } from './code-request-draft.ts'

/**
 * Has a code mailed, and returns which one is on its way: if the service sent one less than a minute ago, that one is
 * already in the mail.
 */
export async function askForCode(email: string, request: () => Promise<Result>): Promise<Found<CodeRequestDraft>> {
  const result = await request()
  if (result.ok) return { ok: true, value: justSent(email, result) }
  const { error, retryAfterSeconds } = result
  if (error === 'code_asked_too_often' && retryAfterSeconds !== undefined && retryAfterSeconds * 1000 <= RESEND_MS)
    return { ok: true, value: sentBefore(email, retryAfterSeconds) }
  return result
}
