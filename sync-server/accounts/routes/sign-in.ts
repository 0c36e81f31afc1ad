import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { emailAddress, language, MOST_PASSWORD_CHARACTERS, oneTimeCode } from '#model'
import type { Report } from '../../couch/outage-log.ts'
import { Problem, problem } from '../../http/problem.ts'
import { withValibot } from '../../http/validate.ts'
import type { Accounts } from '../accounts.ts'
import type { LoginCodes } from '../login-codes.ts'
import type { Passwords } from '../passwords/passwords.ts'
import { countedEmailLookup, type LookupNeeds } from './counted-email-lookup.ts'
import { languageOf } from './login-codes.ts'
import { SessionAnswer, sessionAnswer } from './schemas.ts'
import { type StartSessionNeeds, startSession } from './start-session.ts'

export interface SignInNeeds extends LookupNeeds, StartSessionNeeds {
  accounts: Accounts
  loginCodes: LoginCodes
  passwords: Passwords
  report: Report
}

const SignIn = v.object({
  email: emailAddress,
  code: v.optional(oneTimeCode),
  password: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(MOST_PASSWORD_CHARACTERS))),
  adopt: v.optional(v.union([v.boolean(), v.string()])),
  /** The language of the screen; default: the browser's. */
  language: v.optional(language),
})

/** Signs in by a mailed code, or by a password if there is one. */
export function signInRoutes(app: FastifyInstance, needs: SignInNeeds): void {
  const { accessLog, accounts, addressLimits, knownDevices, loginCodes, passwords, report } = needs
  const schema = { body: SignIn, response: { 200: SessionAnswer } }

  withValibot(app).post('/api/sessions', { schema }, async (request, reply) => {
    const { email, code, password, adopt, language = languageOf(request) } = request.body
    addressLimits.count('sign_in', request.ip)
    const how = { language, adopt }
    const exchange = { request, reply }
    if (code !== undefined) {
      const id = await byCode(email, code, request)
      return sessionAnswer(await startSession(id, { ...how, provenBy: 'code' }, exchange, needs), needs)
    }
    if (password === undefined) throw problem(422, 'invalid', { fields: { code: 'missing' } })
    const id = await byPassword(email, password, request)
    return sessionAnswer(await startSession(id, { ...how, provenBy: 'password' }, exchange, needs), needs)
  })

  async function byCode(email: string, code: string, request: FastifyRequest): Promise<string> {
    const { account, from } = await countedEmailLookup(email, request, needs)
    if (!account) throw problem(404, 'account_not_found', { message: 'User account not found' })
    await loginCodes.redeem(account, code, from).catch(async (error: unknown) => {
      // Only wrong codes are logged: without an open code there is nothing to guess, and the number of such requests is
      // not limited.
      if (error instanceof Problem && error.code === 'code_invalid')
        await accessLog.note('sign-in-failed', account.id, request)
      throw error
    })
    return account.id
  }

  async function byPassword(email: string, password: string, request: FastifyRequest): Promise<string> {
    const from = knownDevices.callerOf(email, request)
    if (!from.isKnown) addressLimits.count('wrong_password', request.ip)
    const account = await passwords.check(email, password, from)
    if (account !== 'password_wrong') {
      if (!from.isKnown) addressLimits.takeBack('wrong_password', request.ip)
      return account.id
    }
    // Not awaited: the time that it takes would reveal whether there is such an account.
    void noteFailure(email, request).catch((error: unknown) => report('A failed sign-in could not be noted', error))
    throw problem(401, 'password_wrong')
  }

  async function noteFailure(email: string, request: FastifyRequest) {
    const account = await accounts.findByEmail(email)
    if (account) await accessLog.note('sign-in-failed', account.id, request)
  }
}
