import type { FastifyRequest } from 'fastify'
import type { AddressLimits } from '../../http/address-limits.ts'
import type { AccountRecord } from '../account-record.ts'
import type { Accounts } from '../accounts.ts'
import type { Caller, KnownDevices } from '../known-devices.ts'

export interface LookupNeeds {
  accounts: Pick<Accounts, 'findByEmail'>
  addressLimits: AddressLimits
  knownDevices: KnownDevices
}

/**
 * Looks up the account of an e-mail that a person typed, and the caller who typed it. The e-mail is counted as unknown
 * before the lookup and taken back if it is known, so that each of many concurrent requests is counted. A known device
 * is not limited by what its whole neighbourhood used up.
 */
export async function countedEmailLookup(
  email: string,
  request: FastifyRequest,
  { accounts, addressLimits, knownDevices }: LookupNeeds,
): Promise<{ account: AccountRecord | undefined; from: Caller }> {
  const from = knownDevices.callerOf(email, request)
  if (!from.isKnown) addressLimits.count('unknown_email', request.ip)
  const account = await accounts.findByEmail(email)
  if (account && !from.isKnown) addressLimits.takeBack('unknown_email', request.ip)
  return { account, from }
}
