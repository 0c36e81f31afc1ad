import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import type { AccessLog } from '../accounts/access-log.ts'
import { requireSession, type SessionNeeds } from '../accounts/routes/require-session.ts'
import { problem } from '../http/problem.ts'
import { ATTEMPT_COOKIE, attemptCookieOptions } from './oauth-attempt-cookie.ts'
import type { OauthAttempts } from './oauth-attempts.ts'
import { PROVIDERS } from './providers/provider.ts'
import { type SocialNeeds, standingOf } from './social-sign-in.ts'

export interface IdentityRouteNeeds extends SessionNeeds, SocialNeeds {
  accessLog: AccessLog
  oauthAttempts: OauthAttempts
}

/**
 * Lists, adds and removes the providers that sign in to an account. Each may be removed, because a mailed code always
 * works.
 */
export function identityRoutes(app: FastifyInstance, needs: IdentityRouteNeeds): void {
  const { accessLog, settings, oauthAttempts: attempts, socialIdentities: identities } = needs
  const cookieName = ATTEMPT_COOKIE(settings.publicUrl)
  const who = requireSession(needs)

  app.get('/api/social/identities', { exposeHeadRoute: false }, async (request) => ({
    identities: await identities.of((await who(request)).account.id),
  }))

  app.post('/api/social/identities', async (request, reply) => {
    const { account } = await who(request)
    const attempt = await attempts.find(request.cookies[cookieName])
    if (attempt?.page !== 'profile' || attempt.account !== account.id) throw problem(404, 'no_redirect_result')
    const standing = await standingOf(attempt, needs)
    if (standing.outcome === 'refused') throw problem(409, standing.reason)
    if (standing.outcome !== 'linkable') throw problem(409, 'no_redirect_result')
    if ((await identities.link(standing.identity, account.id)) !== account.id) throw problem(409, 'identity_taken')
    await accessLog.note('provider-linked', account.id, request)
    await attempts.forget(attempt)
    reply.clearCookie(cookieName, attemptCookieOptions(settings.publicUrl))
    return { identities: await identities.of(account.id) }
  })

  app.delete('/api/social/identities/:provider', async (request, reply) => {
    const { account } = await who(request)
    const provider = v.safeParse(v.picklist(PROVIDERS), Object(request.params).provider)
    if (!provider.success) throw problem(404, 'not_found')
    await identities.unlink(account.id, provider.output)
    await accessLog.note('provider-unlinked', account.id, request)
    return reply.code(204).send()
  })
}
