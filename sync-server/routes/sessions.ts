import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { emailAddress } from '#model'
import type { AccountRecord } from '../accounts/accounts.ts'
import { SESSION_COOKIE, sessionCookieOptions } from '../accounts/sessions.ts'
import { withValibot } from '../http/validate.ts'
import { problem } from '../problem.ts'
import type { Services } from '../services.ts'
import { languageOf } from './login-codes.ts'
import { language, SessionAnswer } from './schemas.ts'

const SignIn = v.object({
  email: emailAddress,
  code: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(20)),
  /** That of the screen; without it the browser's. */
  language: v.optional(language),
})

const answerOf = ({ id, email, name, role, mailbox }: AccountRecord) => ({
  account: { id, email, name, role },
  mailbox: { name: mailbox.name, generation: mailbox.generation },
})

/** Signing in by a mailed code, who is signed in, and signing out. */
export function sessionRoutes(app: FastifyInstance, services: Services): void {
  const { accounts, addressLimits, loginCodes, sessions, settings } = services
  const cookieName = SESSION_COOKIE(settings.publicUrl)
  const routes = withValibot(app)
  const schema = { response: { 200: SessionAnswer } }

  routes.post('/api/sessions', { schema: { ...schema, body: SignIn } }, async (request, reply) => {
    const { email, code, language = languageOf(request) } = request.body
    addressLimits.count('sign_in', request.ip)
    addressLimits.check('unknown_email', request.ip)
    const account = await accounts.findByEmail(email)
    if (!account) {
      addressLimits.count('unknown_email', request.ip)
      throw problem(404, 'account_not_found', { message: 'User account not found' })
    }
    await loginCodes.redeem(account, code, request.ip)
    // Completes an account whose making a crash cut short.
    await accounts.deliver(account)
    if (language !== undefined) await accounts.speak(account, language)
    const cookieValue = await sessions.start(account)
    await sessions.end(request.cookies[cookieName])
    reply.setCookie(cookieName, cookieValue, sessionCookieOptions(settings.publicUrl))
    return answerOf(account)
  })

  routes.get('/api/sessions/current', { schema }, async (request) => {
    const session = await sessions.look(request.cookies[cookieName])
    if (session === 'none') throw problem(401, 'signed_out')
    if (session === 'account_deleted') throw problem(401, 'account_deleted')
    return answerOf(session.account)
  })

  routes.delete('/api/sessions/current', async (request, reply) => {
    await sessions.end(request.cookies[cookieName])
    reply.clearCookie(cookieName, sessionCookieOptions(settings.publicUrl))
    return reply.code(204).send()
  })
}
