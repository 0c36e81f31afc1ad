import type { Accounts } from '../accounts.ts'
import type { AccountDeletion } from './account-deletion.ts'

/** Ends a customer who never verified the e-mail: by then nobody waits for its mails, and it may have been a stranger's. */
export async function deleteUnverified(
  id: string,
  { accounts, accountDeletion }: { accounts: Pick<Accounts, 'get'>; accountDeletion: Pick<AccountDeletion, 'begin'> },
): Promise<void> {
  const account = await accounts.get(id)
  if (account?.status !== 'active' || account.role !== 'CUSTOMER' || account.emailVerifiedAt !== undefined) return
  await accountDeletion.begin(account)
}
