import type { FastifyInstance } from 'fastify'
import { problem } from '../../http/problem.ts'
import { withValibot } from '../../http/validate.ts'
import type { Settings } from '../../settings/settings.ts'
import type { AccessLog } from '../access-log.ts'
import { SESSION_COOKIE, sessionCookieOptions } from '../session-cookie.ts'
import type { Sessions } from '../sessions.ts'
import { requireSession } from './require-session.ts'
import { SessionAnswer, SessionList, sessionAnswer } from './schemas.ts'

export interface SessionRouteNeeds {
  accessLog: AccessLog
  sessions: Sessions
  settings: Settings
}

/** Shows where a person is signed in, and signs them out. */
export function sessionRoutes(app: FastifyInstance, needs: SessionRouteNeeds): void {
  const { accessLog, sessions, settings } = needs
  const cookieName = SESSION_COOKIE(settings.publicUrl)
  const cookieOptions = sessionCookieOptions(settings.publicUrl)
  const who = requireSession(needs)
  const routes = withValibot(app)
  const schema = { response: { 200: SessionAnswer } }

  routes.get('/api/sessions/current', { schema }, async (request, reply) => {
    const { account } = await who(request)
    // Using a session extends it, but its cookie is extended only if it is set again.
    reply.setCookie(cookieName, request.cookies[cookieName] ?? '', cookieOptions)
    return sessionAnswer(account)
  })

  routes.delete('/api/sessions/current', async (request, reply) => {
    const account = await sessions.end(request.cookies[cookieName])
    if (account !== undefined) await accessLog.note('sign-out', account, request)
    reply.clearCookie(cookieName, cookieOptions)
    return reply.code(204).send()
  })

  routes.get('/api/sessions', { schema: { response: { 200: SessionList } } }, async (request) => ({
    sessions: await sessions.list(await who(request)),
  }))

  routes.delete('/api/sessions', async (request, reply) => {
    const { account } = await who(request)
    await sessions.revokeAll(account.id)
    await accessLog.note('sessions-revoked', account.id, request)
    reply.clearCookie(cookieName, cookieOptions)
    return reply.code(204).send()
  })

  routes.delete('/api/sessions/:id', async (request, reply) => {
    const session = await who(request)
    const { id } = request.params as { id: string }
    if (!(await sessions.revoke(session, id))) throw problem(404, 'not_found')
    await accessLog.note('session-revoked', session.account.id, request)
    return reply.code(204).send()
  })
}
