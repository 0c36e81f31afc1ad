import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '#model'
import { problem } from '../../http/problem.ts'
import type { Settings } from '../../settings/settings.ts'
import { type AccessLog, userAgentOf } from '../access-log.ts'
import type { AccountRecord } from '../account-record.ts'
import type { ApplicantCheck } from '../applicant-check.ts'
import { KNOWN_COOKIE, knownCookieOptions } from '../known-devices.ts'
import type { ListedFeeds } from '../listed-feeds.ts'
import { type VerifyEmailNeeds, verifyEmail } from '../registration/verify-email.ts'
import { SESSION_COOKIE, sessionCookieOptions } from '../session-cookie.ts'
import type { ProvenBy, Sessions } from '../sessions.ts'

export interface StartSessionNeeds extends VerifyEmailNeeds {
  accessLog: AccessLog
  applicantCheck: ApplicantCheck
  feeds: ListedFeeds
  sessions: Sessions
  settings: Settings
}

interface How {
  provenBy: ProvenBy
  language: Language | undefined
  /**
   * Whether the visitor whose cookie the request carries is merged into this account; a string must be the name of
   * their mailbox.
   */
  adopt?: boolean | string | undefined
}

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

/** Starts a session for a person who has proved who they are; returns the account as it is now. */
export async function startSession(
  id: string,
  { provenBy, language, adopt }: How,
  { request, reply }: Exchange,
  needs: StartSessionNeeds,
): Promise<AccountRecord> {
  const { accessLog, accounts, applicantCheck, knownDevices, now, sessions, settings } = needs
  const cookieName = SESSION_COOKIE(settings.publicUrl)
  if (provenBy === 'code') {
    await verifyEmail(id, needs, request)
    await applicantCheck.confirmBy(id, request)
  }
  // This also completes an account whose creation was interrupted by a crash.
  const account = await accounts.change(id, {
    ...(language !== undefined && { language }),
    lastLoginAt: now().toISOString(),
  })
  if (!account) throw problem(404, 'account_not_found', { message: 'User account not found' })
  if (account.lacksMailbox) await accounts.openMailbox(id)

  const before = await sessions.find(request.cookies[cookieName])
  const isVisitor = before?.account.role === 'VISITOR' && (adopt === true || adopt === before.account.mailbox.name)
  const adopts = isVisitor ? before.account.id : undefined
  const cookieValue = await sessions.start(account, { provenBy, userAgent: userAgentOf(request), adopts })
  await accessLog.note('sign-in', id, request)
  // If the visitor is to be adopted, keep their session: should this answer be lost, the browser is still the visitor.
  if (adopts === undefined) await sessions.end(request.cookies[cookieName])
  reply.setCookie(cookieName, cookieValue, sessionCookieOptions(settings.publicUrl))
  reply.setCookie(
    KNOWN_COOKIE(settings.publicUrl),
    knownDevices.cookieFor(account.email, request),
    knownCookieOptions(settings.publicUrl),
  )
  return account
}
