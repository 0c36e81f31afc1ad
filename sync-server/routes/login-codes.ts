import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { emailAddress } from '#model'
import type { Language } from '../accounts/accounts.ts'
import { withValibot } from '../http/validate.ts'
import { problem } from '../problem.ts'
import type { Services } from '../services.ts'
import { language } from './schemas.ts'

const LoginCodeRequest = v.object({ email: emailAddress, language: v.optional(language) })

/** Sends a one-time code to a registered e-mail address. */
export function loginCodeRoutes(app: FastifyInstance, { accounts, addressLimits, loginCodes, outbox }: Services): void {
  withValibot(app).post('/api/login-codes', { schema: { body: LoginCodeRequest } }, async (request, reply) => {
    const { email, language } = request.body
    addressLimits.count('sign_in', request.ip)
    addressLimits.check('unknown_email', request.ip)
    const account = await accounts.findByEmail(email)
    if (!account) {
      addressLimits.count('unknown_email', request.ip)
      throw problem(404, 'account_not_found', { message: 'No account found with this email' })
    }
    const ref = await loginCodes.issue(account, request.ip)
    await outbox.post({
      _id: `mail:login-code:${ref}`,
      kind: 'login-code',
      to: { account: account.id },
      language: language ?? languageOf(request) ?? account.language,
      data: { name: account.name, ref },
    })
    return reply.code(202).send({})
  })
}

/** The first of ours that the browser names. */
export function languageOf(request: FastifyRequest): Language | undefined {
  const named = request.headers['accept-language']?.split(',').map((one) => one.trim().slice(0, 2).toLowerCase())
  const first = named?.find((one) => one === 'hi' || one === 'en')
  return first === 'hi' || first === 'en' ? first : undefined
}
