import type { FastifyInstance } from 'fastify'
import { ulid } from 'ulid'
import * as v from 'valibot'
import { emailAddress, shortText, supportCategory, supportMessage } from '#model'
import { languageOf, mailLoginCode } from '../accounts/routes/login-codes.ts'
import { requireSession } from '../accounts/routes/require-session.ts'
import { SESSION_COOKIE } from '../accounts/session-cookie.ts'
import { referenceNumber } from '../decider/reference-number.ts'
import { USER_TYPES } from '../email/kinds/welcome.ts'
import { answerWith } from '../http/error-handler.ts'
import { problem } from '../http/problem.ts'
import { withValibot } from '../http/validate.ts'
import type { Services } from '../services.ts'
import { ticketMailId } from './tickets.ts'

/** All other fields are ignored, above all the `otp` of a verification. */
const Verification = v.object({ to: emailAddress })
const Welcome = v.object({
  to: emailAddress,
  name: shortText,
  userType: v.pipe(v.string(), v.toLowerCase(), v.picklist(USER_TYPES)),
})
const Support = v.object({
  name: shortText,
  email: emailAddress,
  subject: shortText,
  message: supportMessage,
  category: v.optional(supportCategory, 'general'),
})
const DAY_S = 86_400
const Test = v.object({ email: emailAddress })

/**
 * Sends mails on request; a stranger cannot have any of them sent to an address of their choice. Returns `{success,
 * messageId}` or `{success, error, message}`.
 */
export function emailRoutes(app: FastifyInstance, services: Services): void {
  const { accounts, addressLimits, demoSmtp, outbox, now, outages, sessions, settings, sweep, tickets } = services
  const who = requireSession(services)
  const routes = withValibot(app)
  const sendError = answerWith(outages)
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply, { success: false }))

  const sent = (messageId: string) => ({ success: true, messageId })
  /** The answer to a person who is waiting for the mail. */
  const awaited = async (messageId: string) => ({ ...sent(messageId), isMailLate: await outbox.isLate() })

  routes.post('/verification', { schema: { body: Verification } }, async (request) =>
    awaited(await mailLoginCode(services, request, request.body.to)),
  )

  routes.post('/welcome', { schema: { body: Welcome } }, async (request) => {
    const { to, name, userType } = request.body
    const { role, email } = (await who(request)).account
    if (role !== 'ADMIN' && email !== to) throw problem(403, 'not_yours')
    const account = await accounts.findByEmail(to)
    if (!account) throw problem(404, 'account_not_found', { message: 'No account found with this email' })
    return sent(
      await outbox.post({
        _id: `mail:welcome:${account.id}`,
        kind: 'welcome',
        to: { account: account.id },
        language: account.language,
        data: { name, userType },
      }),
    )
  })

  routes.post('/support', { schema: { body: Support } }, async (request) => {
    addressLimits.count('support_mail', request.ip)
    const session = await sessions.look(request.cookies[SESSION_COOKIE(settings.publicUrl)])
    const author = typeof session === 'string' ? undefined : session.account
    const language = author?.language ?? languageOf(request) ?? 'en'
    const id = ulid(now().getTime())
    const asked = { ulid: id, at: now().toISOString(), isIntent: false }
    const decided = await tickets.contact(asked, author, { ...request.body, language })
    if ('refused' in decided) throw problem(429, decided.refused, { retryAfterSeconds: DAY_S })
    sweep.sweepSoon()
    return { ...sent(outbox.messageIdOf(ticketMailId(id))), ticketId: decided.doc.number }
  })

  routes.post('/test', { schema: { body: Test } }, async (request) => {
    const { email } = request.body
    // Mails that the demo catches reach nobody.
    const caller = demoSmtp ? undefined : (await who(request)).account
    if (caller && caller.email !== email)
      throw problem(403, 'not_yours', { message: 'A test goes to the e-mail address of your own account.' })
    addressLimits.count('test_mail', request.ip)
    return awaited(
      await outbox.post({
        _id: `mail:test:${referenceNumber('', now())}`,
        kind: 'test',
        to: email,
        language: caller?.language ?? languageOf(request) ?? 'en',
        data: {},
      }),
    )
  })

  app.get('/dead-letters', async (request) => {
    if ((await who(request)).account.role !== 'ADMIN') throw problem(403, 'not_allowed')
    return { mails: await outbox.deadLetters() }
  })
}
