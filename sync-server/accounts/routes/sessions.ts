import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { oneTimeCode } from '#model'
import type { AddressLimits } from '../../http/address-limits.ts'
import { Problem, problem } from '../../http/problem.ts'
import { withValibot } from '../../http/validate.ts'
import type { Settings } from '../../settings/settings.ts'
import type { AccessLog } from '../access-log.ts'
import type { ApplicantCheck } from '../applicant-check.ts'
import type { KnownDevices } from '../known-devices.ts'
import type { ListedFeeds } from '../listed-feeds.ts'
import type { LoginCodes } from '../login-codes.ts'
import { SESSION_COOKIE, sessionCookieOptions } from '../session-cookie.ts'
import type { Sessions } from '../sessions.ts'
import { requireSession } from './require-session.ts'
import { SessionAnswer, SessionList, sessionAnswer } from './schemas.ts'

export interface SessionRouteNeeds {
  accessLog: AccessLog
  addressLimits: AddressLimits
  applicantCheck: ApplicantCheck
  feeds: ListedFeeds
  knownDevices: KnownDevices
  loginCodes: LoginCodes
  sessions: Sessions
  settings: Settings
}

const Proof = v.object({ code: oneTimeCode })

/** Shows where a person is signed in, signs them out, and lets them prove again who they are. */
export function sessionRoutes(app: FastifyInstance, needs: SessionRouteNeeds): void {
  const { accessLog, addressLimits, knownDevices, loginCodes, sessions, settings } = needs
  const cookieName = SESSION_COOKIE(settings.publicUrl)
  const cookieOptions = sessionCookieOptions(settings.publicUrl)
  const who = requireSession(needs)
  const routes = withValibot(app)
  const schema = { response: { 200: SessionAnswer } }

  routes.get('/api/sessions/current', { schema }, async (request, reply) => {
    const { account } = await who(request)
    // Using a session extends it, but its cookie is extended only if it is set again.
    reply.setCookie(cookieName, request.cookies[cookieName] ?? '', cookieOptions)
    return sessionAnswer(account, needs)
  })

  routes.delete('/api/sessions/current', async (request, reply) => {
    const account = await sessions.end(request.cookies[cookieName])
    if (account !== undefined) await accessLog.note('sign-out', account, request)
    reply.clearCookie(cookieName, cookieOptions)
    return reply.code(204).send()
  })

  // Takes a code of `POST /api/login-codes`. Acts that cannot be taken back ask for one that was typed recently.
  routes.post('/api/sessions/proof', { schema: { body: Proof } }, async (request, reply) => {
    const session = await who(request)
    const { account } = session
    if (account.role === 'VISITOR') throw problem(403, 'not_allowed')
    addressLimits.count('sign_in', request.ip)
    const from = knownDevices.callerOf(account.email, request)
    await loginCodes.redeem(account, request.body.code, from).catch(async (error: unknown) => {
      if (error instanceof Problem && error.code === 'code_invalid')
        await accessLog.note('sign-in-failed', account.id, request)
      throw error
    })
    await sessions.prove(session)
    await accessLog.note('code-proven', account.id, request)
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
