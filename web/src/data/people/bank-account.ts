import { callApi } from '../api/call-api.ts'
import { type Result, resultOf } from '../api/result.ts'
import { currentDataLayer } from '../runtime/current-data-layer.ts'

export interface BankAccount {
  bankAccount: string
  ifscCode: string
}

/**
 * Sets where a delivery partner is paid; needs a network and a fresh code (`fresh_code_needed`). Nothing of it is kept
 * on this device but the last four digits, in the account's document.
 */
export const setBankAccount = async (bank: BankAccount): Promise<Result> =>
  resultOf(await callApi(currentDataLayer().environment, 'PUT', '/api/account/bank', bank))
