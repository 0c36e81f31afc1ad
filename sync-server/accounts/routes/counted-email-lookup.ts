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
 * Whose the e-mail is that somebody typed, and who did. Counted as unknown before it is looked up, and taken back when it
 * is known: of many at once none goes uncounted. What a whole neighbourhood used up is not asked of a known device.
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
