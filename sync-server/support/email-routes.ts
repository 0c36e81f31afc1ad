import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { company, emailAddress, longText, shortText } from '#model'
import { type LoginCodeNeeds, languageOf, mailLoginCode } from '../accounts/routes/login-codes.ts'
import { requireSession, type SessionNeeds } from '../accounts/routes/require-session.ts'
import type { OutageLog } from '../couch/outage-log.ts'
import { referenceNumber } from '../decider/reference-number.ts'
import type { DemoSmtp } from '../email/demo-smtp.ts'
import { SUPPORT_CATEGORIES } from '../email/kinds/support.ts'
import { USER_TYPES } from '../email/kinds/welcome.ts'
import { answerWith } from '../http/error-handler.ts'
import { problem } from '../http/problem.ts'
import { withValibot } from '../http/validate.ts'

export interface EmailRouteNeeds extends SessionNeeds, LoginCodeNeeds {
  demoSmtp: DemoSmtp | undefined
  now: () => Date
  outages: OutageLog
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
  message: longText,
  category: v.optional(v.picklist(SUPPORT_CATEGORIES), 'general'),
})
const Test = v.object({ email: emailAddress })

/**
 * Sends mails on request; a stranger cannot have any of them sent to an address of their choice. Returns `{success,
 * messageId}` or `{success, error, message}`.
 */
export function emailRoutes(app: FastifyInstance, needs: EmailRouteNeeds): void {
  const { accounts, addressLimits, demoSmtp, outbox, now, outages } = needs
  const who = requireSession(needs)
  const routes = withValibot(app)
  const sendError = answerWith(outages)
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply, { success: false }))

  const sent = (messageId: string) => ({ success: true, messageId })
  /** The answer to a person who is waiting for the mail. */
  const awaited = async (messageId: string) => ({ ...sent(messageId), isMailLate: await outbox.isLate() })

  routes.post('/verification', { schema: { body: Verification } }, async (request) =>
    awaited(await mailLoginCode(needs, request, request.body.to)),
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
    const { name, email, category, subject, message } = request.body
    addressLimits.count('support_mail', request.ip)
    const ticketId = referenceNumber('SUP', now())
    return sent(
      await outbox.post({
        _id: `mail:support:${ticketId}`,
        kind: 'support',
        to: company.email,
        language: 'en',
        data: { customerName: name, customerEmail: email, category, subject, message, ticketId },
      }),
    )
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
