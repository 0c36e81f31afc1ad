import { here } from '../page/here.ts'
import { callApi } from '../session/api.ts'
import { type Result, resultOf } from '../session/result.ts'

export const sendTestMail = async (email: string): Promise<Result> =>
  resultOf(await callApi(here().environment, 'POST', '/api/email/test', { email }))

export const serviceAddress = (): string => here().environment.origin
