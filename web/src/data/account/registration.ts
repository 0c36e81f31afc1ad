import { here } from '../page/here.ts'
import { callApi } from '../session/api.ts'
import { chosenLanguage } from '../session/chosen-language.ts'
import { type Result, resultOf } from '../session/result.ts'

export interface Registration {
  name: string
  email: string
  phone: string
  /** A city's id. */
  city: string
  type: 'customer'
  terms: true
}

/** Makes an account and has its first code mailed; signing in with that code verifies the e-mail. */
export async function registerAccount(registration: Registration): Promise<Result> {
  const { environment } = here()
  const body = { ...registration, ...chosenLanguage(environment.values) }
  return resultOf(await callApi(environment, 'POST', '/api/accounts', body))
}

/** Trades the token of a verification mail. It works once. */
export async function verifyEmail(token: string): Promise<Result> {
  return resultOf(await callApi(here().environment, 'POST', '/api/verifications', { token }))
}

/** Has another verification mail sent. */
export async function resendVerification(email: string): Promise<Result> {
  const { environment } = here()
  const body = { email, ...chosenLanguage(environment.values) }
  return resultOf(await callApi(environment, 'POST', '/api/verifications/resend', body))
}
