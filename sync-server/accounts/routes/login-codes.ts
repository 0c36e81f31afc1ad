import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { emailAddress, type Language, language } from '#model'
import type { Outbox } from '../../email/outbox.ts'
import { problem } from '../../http/problem.ts'
import { withValibot } from '../../http/validate.ts'
import type { LoginCodes } from '../login-codes.ts'
import { countedEmailLookup, type LookupNeeds } from './counted-email-lookup.ts'

export interface LoginCodeNeeds extends LookupNeeds {
  loginCodes: LoginCodes
  outbox: Outbox
}

const LoginCodeRequest = v.object({ email: emailAddress, language: v.optional(language) })

/** Sends a one-time code to a registered e-mail address, and says whether it will take longer than usual. */
export function loginCodeRoutes(app: FastifyInstance, needs: LoginCodeNeeds): void {
  withValibot(app).post('/api/login-codes', { schema: { body: LoginCodeRequest } }, async (request, reply) => {
    await mailLoginCode(needs, request, request.body.email, request.body.language)
    return reply.code(202).send({ isMailLate: await needs.outbox.isLate() })
  })
}

/**
 * Mails a code, within the limits on asking for codes and to registered addresses only; returns the mail's Message-ID.
 */
export async function mailLoginCode(
  needs: LoginCodeNeeds,
  request: FastifyRequest,
  email: string,
  language?: Language,
): Promise<string> {
  const { addressLimits, loginCodes, outbox } = needs
  addressLimits.count('sign_in', request.ip)
  const { account, from } = await countedEmailLookup(email, request, needs)
  if (!account) throw problem(404, 'account_not_found', { message: 'No account found with this email' })
  const ref = await loginCodes.issue(account, from)
  return outbox.post({
    _id: `mail:login-code:${ref}`,
    kind: 'login-code',
    to: { account: account.id },
    language: language ?? languageOf(request) ?? account.language,
    // The name is left out until the e-mail is verified: a stranger who registers this address must not choose what is
    // sent to it.
    data: { ...(account.emailVerifiedAt === undefined ? {} : { name: account.name }), ref },
  })
}

/** Returns the first supported language that the browser names. */
export function languageOf(request: FastifyRequest): Language | undefined {
  const named = request.headers['accept-language']?.split(',').map((one) => one.trim().slice(0, 2).toLowerCase())
  const first = named?.find((one) => one === 'hi' || one === 'en')
  return first === 'hi' || first === 'en' ? first : undefined
}
