import type { AccountRecord } from './account-record.ts'
import type { Accounts } from './accounts.ts'

/** Reads whose account, order, request or ticket it is by now; undefined for a visitor, and once the account has ended. */
export async function accountHolder(
  accounts: Pick<Accounts, 'get' | 'ownerOf'>,
  id: string,
): Promise<AccountRecord | undefined> {
  const account = await accounts.get(await accounts.ownerOf(id))
  return account?.status === 'active' && account.role !== 'VISITOR' ? account : undefined
}
