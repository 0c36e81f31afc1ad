import type { Accounts } from '../accounts.ts'
import type { Endings } from '../endings/endings.ts'

/** Ends a customer who never verified the e-mail: by then nobody waits for its mails, and it may have been a stranger's. */
export async function endUnverified(
  id: string,
  { accounts, endings }: { accounts: Pick<Accounts, 'get'>; endings: Pick<Endings, 'begin'> },
): Promise<void> {
  const account = await accounts.get(id)
  if (account?.status !== 'active' || account.role !== 'CUSTOMER' || account.emailVerifiedAt !== undefined) return
  await endings.begin(account)
}
