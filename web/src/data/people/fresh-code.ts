import { callApi } from '../api/call-api.ts'
import { type Result, resultOf } from '../api/result.ts'
import { currentDataLayer } from '../runtime/current-data-layer.ts'

/**
 * Hands in a mailed code, so that the service takes what it refuses with `fresh_code_needed`: for 15 minutes, in this
 * session.
 */
export const proveFreshCode = async (code: string): Promise<Result> =>
  resultOf(await callApi(currentDataLayer().environment, 'POST', '/api/sessions/proof', { code }))
