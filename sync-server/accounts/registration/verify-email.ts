import { welcomeMailId } from '../../email/kinds/welcome.ts'
import type { Outbox } from '../../email/outbox.ts'
import type { AccountRecord } from '../account-record.ts'
import type { Accounts } from '../accounts.ts'
import type { Asking, KnownDevices } from '../known-devices.ts'
import type { PendingRegistrations } from './pending.ts'

export interface VerifyEmailNeeds {
  accounts: Accounts
  pendingRegistrations: PendingRegistrations
  knownDevices: KnownDevices
  outbox: Outbox
  now: () => Date
}

/**
 * Marks the e-mail as verified. The first time, a customer is welcomed by mail, and the account takes the data that were last
 * entered at the caller that proves the e-mail (`by`). Safe to repeat. Returns undefined if the account is not active
 * any more.
 */
export async function verifyEmail(
  id: string,
  { accounts, pendingRegistrations, knownDevices, outbox, now }: VerifyEmailNeeds,
  by?: Asking,
): Promise<AccountRecord | undefined> {
  const account = await accounts.get(id)
  if (account?.status !== 'active' || account.emailVerifiedAt !== undefined)
    return account?.status === 'active' ? account : undefined
  const typed = by && (await pendingRegistrations.typedBy(id, knownDevices.callerOf(account.email, by)))
  // An applicant is welcomed as what they become.
  if (account.application === undefined)
    await outbox.post({
      _id: welcomeMailId(id, 'customer'),
      kind: 'welcome',
      to: { account: id },
      language: typed?.language ?? account.language,
      data: { name: typed?.name ?? account.name, userType: 'customer' },
    })
  return accounts.change(id, (record) =>
    record.emailVerifiedAt === undefined ? { ...typed, emailVerifiedAt: now().toISOString() } : {},
  )
}
