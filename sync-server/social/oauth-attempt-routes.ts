import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { language } from '#model'
import type { AccessLog } from '../accounts/access-log.ts'
import { languageOf } from '../accounts/routes/login-codes.ts'
import { requireSession, type SessionNeeds } from '../accounts/routes/require-session.ts'
import type { AddressLimits } from '../http/address-limits.ts'
import { problem } from '../http/problem.ts'
import { withValibot } from '../http/validate.ts'
import { answerPopup, callbackPageFiles } from './callback-page.ts'
import { ATTEMPT_COOKIE, attemptCookieOptions } from './oauth-attempt-cookie.ts'
import { DISPLAYS, type OauthAttempts, PAGES } from './oauth-attempts.ts'
import { PROVIDERS, type ProviderName } from './providers/provider.ts'
import { providerErrorOf } from './providers/provider-errors.ts'
import type { Providers } from './providers/providers.ts'
import { type SocialNeeds, standingOf } from './social-sign-in.ts'

export interface OauthAttemptNeeds extends SessionNeeds, SocialNeeds {
  accessLog: AccessLog
  addressLimits: AddressLimits
  oauthAttempts: OauthAttempts
  socialProviders: Providers
}

const Begin = v.object({
  provider: v.picklist(PROVIDERS),
  page: v.picklist(PAGES),
  display: v.picklist(DISPLAYS),
  language: v.optional(language),
})

/** Sends the browser to a provider and receives its answer. The page asks for the result when the browser is back. */
export function oauthAttemptRoutes(app: FastifyInstance, needs: OauthAttemptNeeds): void {
  const { accessLog, addressLimits, settings, oauthAttempts: attempts, socialProviders: providers } = needs
  const cookieName = ATTEMPT_COOKIE(settings.publicUrl)
  const who = requireSession(needs)
  const redirectUri = (provider: ProviderName) => `${settings.publicUrl}/api/social/callbacks/${provider}`

  app.get('/api/social/providers', async () => ({
    google: providers.has('google'),
    facebook: providers.has('facebook'),
  }))

  withValibot(app).post('/api/social/attempts', { schema: { body: Begin } }, async (request, reply) => {
    const { provider: name, page, display, language = languageOf(request) ?? 'en' } = request.body
    const provider = providers.get(name)
    if (!provider) throw problem(404, 'provider_not_configured')
    // The provider redirects to PUBLIC_URL only; a cookie that was set under another host name would not be sent there.
    const { origin } = request.headers
    if (origin !== undefined && origin !== new URL(settings.publicUrl).origin)
      throw problem(403, 'domain_not_authorized')
    addressLimits.count('social_sign_in', request.ip)

    const account = page === 'profile' ? await ownerWithCode() : undefined
    const { cookie, secrets } = await attempts.begin({
      ...{ provider: name, page, display, language },
      ...(account === undefined ? {} : { account }),
    })
    const url = await provider.authorizationUrl(redirectUri(name), secrets).catch((error: unknown) => {
      // The provider failed, not the service: a 5xx would look like a failure of Mogra.
      throw problem(424, providerErrorOf(error).reason)
    })
    reply.setCookie(cookieName, cookie, attemptCookieOptions(settings.publicUrl))
    return reply.code(201).send({ url })

    /** A permanent way to sign in may only be added by a session that proved the e-mail. */
    async function ownerWithCode() {
      const session = await who(request)
      if (session.account.role === 'VISITOR') throw problem(403, 'not_allowed')
      if (session.provenBy !== 'code') throw problem(403, 'code_needed')
      return session.account.id
    }
  })

  app.get('/api/social/callbacks/:provider', { exposeHeadRoute: false }, async (request, reply) => {
    const name = v.safeParse(v.picklist(PROVIDERS), Object(request.params).provider)
    const provider = name.success ? providers.get(name.output) : undefined
    if (!provider) throw problem(404, 'provider_not_configured')
    const taken = await attempts.take(request.cookies[cookieName], provider.name, Object(request.query).state)
    if (!taken) return reply.redirect(`/#/login?social=${provider.name}`, 303)

    const { attempt, secrets } = taken
    const answered = new URL(redirectUri(provider.name))
    answered.search = new URL(request.url, settings.publicUrl).search
    const outcome = await provider.identify(answered, secrets).then(
      (identity) => ({ identity }),
      (error: unknown) => {
        const { reason, cause } = providerErrorOf(error)
        // The cause may contain what the provider sent, so only the kind of failure is logged.
        if (reason !== 'cancelled')
          request.log.warn(
            { provider: provider.name, reason, kind: kindOf(cause) },
            'A provider could not say who it is',
          )
        return { refusal: reason }
      },
    )
    await attempts.settle(attempt, outcome)
    const standing = await standingOf({ ...attempt, ...outcome }, needs)
    if (standing.outcome === 'refused' && standing.account)
      await accessLog.note('sign-in-failed', standing.account.id, request)

    const backTo = `/#/${attempt.page}?social=${provider.name}`
    return attempt.display === 'redirect' ? reply.redirect(backTo, 303) : answerPopup(reply, attempt.language, backTo)
  })

  app.get('/api/social/attempts/current', { exposeHeadRoute: false }, async (request) => {
    const attempt = await attempts.find(request.cookies[cookieName])
    if (!attempt) throw problem(404, 'no_redirect_result')
    const standing = await standingOf(attempt, needs)
    const { provider, page } = attempt
    const identity = 'identity' in standing ? standing.identity : undefined
    const email = standing.outcome === 'known' ? standing.account.email : identity?.email
    return {
      ...{ provider, page, outcome: standing.outcome },
      ...(standing.outcome === 'refused' ? { reason: standing.reason } : {}),
      ...(email === undefined ? {} : { email }),
      ...(identity === undefined ? {} : { name: identity.name }),
    }
  })

  callbackPageFiles(app)
}

const kindOf = (cause: unknown) =>
  cause instanceof Error ? [cause.name, 'code' in cause ? String(cause.code) : ''].filter(Boolean).join(' ') : undefined
