import type { FastifyInstance } from 'fastify'
import { SESSION_COOKIE, sessionCookieOptions } from '../accounts/session-cookie.ts'
import { withValibot } from '../http/validate.ts'
import { problem } from '../problem.ts'
import type { Services } from '../services.ts'
import { answerOf, SessionAnswer, SessionList } from './schemas.ts'
import { signedIn } from './signed-in.ts'

/** Who is signed in and where, and signing out. */
export function sessionRoutes(app: FastifyInstance, services: Services): void {
  const { accessAudit, sessions, settings } = services
  const cookieName = SESSION_COOKIE(settings.publicUrl)
  const cookieOptions = sessionCookieOptions(settings.publicUrl)
  const who = signedIn(services)
  const routes = withValibot(app)
  const schema = { response: { 200: SessionAnswer } }

  routes.get('/api/sessions/current', { schema }, async (request, reply) => {
    const { account } = await who(request)
    // A session lives on by being used; its cookie only by being set again.
    reply.setCookie(cookieName, request.cookies[cookieName] ?? '', cookieOptions)
    return answerOf(account)
  })

  routes.delete('/api/sessions/current', async (request, reply) => {
    const account = await sessions.end(request.cookies[cookieName])
    if (account !== undefined) await accessAudit.note('sign-out', account, request)
    reply.clearCookie(cookieName, cookieOptions)
    return reply.code(204).send()
  })

  routes.get('/api/sessions', { schema: { response: { 200: SessionList } } }, async (request) => ({
    sessions: await sessions.list(await who(request)),
  }))

  routes.delete('/api/sessions', async (request, reply) => {
    const { account } = await who(request)
    await sessions.revokeAll(account.id)
    await accessAudit.note('sessions-revoked', account.id, request)
    reply.clearCookie(cookieName, cookieOptions)
    return reply.code(204).send()
  })

  routes.delete('/api/sessions/:id', async (request, reply) => {
    const session = await who(request)
    const { id } = request.params as { id: string }
    if (!(await sessions.revoke(session, id))) throw problem(404, 'not_found')
    await accessAudit.note('session-revoked', session.account.id, request)
    return reply.code(204).send()
  })
}
