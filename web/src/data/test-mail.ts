import { callApi } from './api/call-api.ts'
import { type Result, resultOf } from './api/result.ts'
import { currentDataLayer } from './runtime/current-data-layer.ts'

export const sendTestMail = async (email: string): Promise<Result> =>
  resultOf(await callApi(currentDataLayer().environment, 'POST', '/api/email/test', { email }))

export const serviceAddress = (): string => currentDataLayer().environment.origin
