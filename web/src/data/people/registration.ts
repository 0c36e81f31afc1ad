import { callApi } from '../api/call-api.ts'
import { languageParameter } from '../api/chosen-language.ts'
import { type Result, resultOf } from '../api/result.ts'
import { currentDataLayer } from '../runtime/current-data-layer.ts'

export interface Registration {
  name: string
  email: string
  phone: string
  /** A city's id. */
  city: string
  type: 'customer'
  terms: true
}

/** Creates an account; the service mails its first code, and signing in with that code verifies the e-mail address. */
export async function registerAccount(registration: Registration): Promise<Result> {
  const { environment } = currentDataLayer()
  const body = { ...registration, ...languageParameter(environment.values) }
  return resultOf(await callApi(environment, 'POST', '/api/accounts', body))
}

/** Redeems the token of a verification mail. Repeating it is no error. */
export async function verifyEmail(token: string): Promise<Result> {
  return resultOf(await callApi(currentDataLayer().environment, 'POST', '/api/verifications', { token }))
}

/** Asks for another verification mail. */
export async function resendVerification(email: string): Promise<Result> {
  const { environment } = currentDataLayer()
  const body = { email, ...languageParameter(environment.values) }
  return resultOf(await callApi(environment, 'POST', '/api/verifications/resend', body))
}
