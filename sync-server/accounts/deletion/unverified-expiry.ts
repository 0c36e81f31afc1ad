import type { Accounts } from '../accounts.ts'
import type { AccountDeletion } from './account-deletion.ts'

/**
 * Deletes a customer account whose e-mail was never verified: nobody waits for its mails by then, and the e-mail may
 * belong to a stranger.
 */
export async function deleteUnverified(
  id: string,
  { accounts, accountDeletion }: { accounts: Pick<Accounts, 'get'>; accountDeletion: Pick<AccountDeletion, 'begin'> },
): Promise<void> {
  const account = await accounts.get(id)
  if (account?.status !== 'active' || account.role !== 'CUSTOMER' || account.emailVerifiedAt !== undefined) return
  await accountDeletion.begin(account)
}
