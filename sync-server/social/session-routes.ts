import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { type Language, language } from '#model'
import { verifyEmail } from '../accounts/registration/verify-email.ts'
import { languageOf } from '../accounts/routes/login-codes.ts'
import { SessionAnswer, sessionAnswer } from '../accounts/routes/schemas.ts'
import { type StartSessionNeeds, startSession } from '../accounts/routes/start-session.ts'
import type { AddressLimits } from '../http/address-limits.ts'
import { problem } from '../http/problem.ts'
import { type Maintenance, refuseInMaintenance } from '../http/refuse-in-maintenance.ts'
import { withValibot } from '../http/validate.ts'
import { ATTEMPT_COOKIE, attemptCookieOptions } from './oauth-attempt-cookie.ts'
import type { OauthAttempts } from './oauth-attempts.ts'
import { registerIdentity, type SocialNeeds, type Standing, standingOf } from './social-sign-in.ts'

export interface SocialSessionNeeds extends StartSessionNeeds, SocialNeeds {
  addressLimits: AddressLimits
  oauthAttempts: OauthAttempts
  deskSettings: Maintenance
}

const SignIn = v.object({
  /**
   * Set if the person has no account: registers them as a customer. Anyone who wants to become a delivery partner goes to
   * the application form instead, without this member.
   */
  register: v.optional(v.object({ terms: v.boolean() })),
  adopt: v.optional(v.union([v.boolean(), v.string()])),
  language: v.optional(language),
})

/**
 * Like `POST /api/sessions`, with the identity that a provider just confirmed for this browser in place of e-mail and
 * code.
 */
export function socialSessionRoutes(app: FastifyInstance, needs: SocialSessionNeeds): void {
  const { addressLimits, settings, oauthAttempts: attempts, socialIdentities: identities } = needs
  const cookieName = ATTEMPT_COOKIE(settings.publicUrl)
  const schema = { body: SignIn, response: { 200: SessionAnswer } }

  withValibot(app).post('/api/social/sessions', { schema }, async (request, reply) => {
    const { register, adopt, language = languageOf(request) } = request.body
    addressLimits.count('sign_in', request.ip)
    const attempt = await attempts.find(request.cookies[cookieName])
    if (!attempt) throw problem(404, 'no_redirect_result')
    const standing = await standingOf(attempt, needs)
    const id = await accountOf(standing, register?.terms, language ?? attempt.language)
    const how = { provenBy: 'provider', language, adopt } as const
    const account = await startSession(id, how, { request, reply }, needs)
    await attempts.forget(attempt)
    reply.clearCookie(cookieName, attemptCookieOptions(settings.publicUrl))
    return sessionAnswer(account, needs)
  })

  async function accountOf(standing: Standing, terms: boolean | undefined, language: Language): Promise<string> {
    if (standing.outcome === 'known') {
      // Completes a registration that was interrupted before its end.
      if (standing.account.registeredBy === identities.keyOf(standing.identity))
        await verifyEmail(standing.account.id, needs)
      return standing.account.id
    }
    if (standing.outcome === 'refused')
      throw problem(standing.reason === 'account_not_found' ? 404 : 409, standing.reason)
    if (standing.outcome !== 'new') throw problem(409, 'no_redirect_result')
    if (terms === undefined) throw problem(404, 'account_not_found')
    if (!terms) throw problem(422, 'invalid', { fields: { terms: 'terms_required' } })
    await refuseInMaintenance(needs.deskSettings)
    const id = await registerIdentity(standing.identity, language, needs)
    // The provider has verified the e-mail.
    await verifyEmail(id, needs)
    return id
  }
}
