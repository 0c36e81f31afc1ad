import type { FastifyInstance } from 'fastify'
import { ulid } from 'ulid'
import * as v from 'valibot'
import { emailAddress, shortText, supportCategory, supportMessage } from '#model'
import { type LoginCodeNeeds, languageOf, mailLoginCode } from '../accounts/routes/login-codes.ts'
import { requireSession, type SessionNeeds } from '../accounts/routes/require-session.ts'
import { SESSION_COOKIE } from '../accounts/session-cookie.ts'
import type { Sweep } from '../core/sweep.ts'
import type { OutageLog } from '../couch/outage-log.ts'
import { referenceNumber } from '../decider/reference-number.ts'
import type { DemoSmtp } from '../email/demo-smtp.ts'
import { USER_TYPES, userTypeOf, welcomeMailId } from '../email/kinds/welcome.ts'
import { answerWith } from '../http/error-handler.ts'
import { type Problem, problem } from '../http/problem.ts'
import { withValibot } from '../http/validate.ts'
import { ticketMailId } from './ticket-record.ts'
import type { Tickets } from './tickets.ts'

export interface EmailRouteNeeds extends SessionNeeds, LoginCodeNeeds {
  demoSmtp: DemoSmtp | undefined
  now: () => Date
  outages: OutageLog
  sweep: Sweep
  tickets: Tickets
}

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
 * messageId}` or, with the message as `error` (specification §8), `{success, error, code}`.
 */
export function emailRoutes(app: FastifyInstance, needs: EmailRouteNeeds): void {
  const { accounts, addressLimits, demoSmtp, outbox, now, outages, sessions, settings, sweep, tickets } = needs
  const who = requireSession(needs)
  const routes = withValibot(app)
  const sendError = answerWith(outages)
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply, asSpecified))
  app.setNotFoundHandler((request, reply) => sendError(problem(404, 'not_found'), request, reply, asSpecified))

  const sent = (messageId: string) => ({ success: true, messageId })
  /** The answer to a person who is waiting for the mail. */
  const awaited = async (messageId: string) => ({ ...sent(messageId), isMailLate: await outbox.isLate() })

  routes.post('/verification', { schema: { body: Verification } }, async (request) =>
    awaited(await mailLoginCode(needs, request, request.body.to)),
  )

  routes.post('/welcome', { schema: { body: Welcome } }, async (request) => {
    const { to, name, userType } = request.body
    const { role, email } = (await who(request)).account
    if (role !== 'ADMIN' && email !== to)
      throw problem(403, 'not_yours', { message: 'A welcome mail goes to the e-mail address of your own account.' })
    const account = await accounts.findByEmail(to)
    if (!account) throw problem(404, 'account_not_found', { message: 'No account found with this email' })
    if (userType !== userTypeOf(account.role))
      throw problem(403, 'not_your_role', { message: 'A welcome mail is written for the role that the account has.' })
    const _id = welcomeMailId(account.id, userType)
    const isSentBefore = (await outbox.progressOf(_id)) !== undefined
    const messageId = await outbox.post({
      ...{ _id, kind: 'welcome', to: { account: account.id }, language: account.language },
      data: { name, userType },
    })
    return {
      ...sent(messageId),
      // A person is welcomed once as each type: then the Message-ID is that of the mail that they have got.
      ...(isSentBefore && { isSentBefore }),
    }
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

const asSpecified = ({ error: code, message, ...more }: Problem['body']) => ({
  ...{ ...more, success: false, code },
  error: SENTENCES[code] ?? message,
})

/** The messages of the reasons that have only a code. */
const SENTENCES: Record<string, string> = {
  invalid: 'Please check what you sent: a field is missing or not valid.',
  code_asked_too_often: 'Too many codes were asked for. Please wait a little.',
  too_many_requests: 'Too many requests. Please try again later.',
  too_many_tickets: 'You have sent many messages today. Please write again tomorrow, or call us.',
  signed_out: 'Your session has ended. Please log in again.',
  account_deleted: 'This account has been deleted.',
  not_allowed: 'Your account may not do this.',
  cross_site: 'Requests from another site are not allowed.',
  not_found: 'There is no such call.',
  bad_json: 'The body is not valid JSON.',
  unsupported_media_type: 'Please send the body as application/json.',
  body_too_large: 'The body is too large.',
  bad_request: 'The request was not understood.',
  unavailable: 'The service is not available. Please try again later.',
}
