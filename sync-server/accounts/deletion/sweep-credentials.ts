import type { Couch } from '../../couch/couch.ts'
import type { Stored } from '../../couch/store.ts'
import type { Accounts } from '../accounts.ts'
import type { ProvenBy } from '../sessions.ts'
import type { AccountDeletion } from './account-deletion.ts'
import type { VisitorExpiry } from './visitor-expiry.ts'

const PAGE = 200
const CODES = ['login-codes', 'deletion-codes', 'verification', 'registrants']

interface Needs {
  couch: Couch
  accounts: Accounts
  accountDeletion: AccountDeletion
  visitorExpiry: Pick<VisitorExpiry, 'note'>
  now: () => Date
}

/** Removes expired sessions, codes and counts: they give no access any more, but say who was where. */
export async function sweepCredentials({ couch, visitorExpiry, now, ...needs }: Needs): Promise<void> {
  const store = couch.db('credentials')
  const fields = ['_id', '_rev', 'account', 'provenBy']
  for (const type of ['session', ...CODES, 'attempts', 'social-attempt']) {
    const selector = { type, expiresAt: { $lte: now().toISOString() } }
    for (;;) {
      const expired = await store.find<{ account?: string; provenBy?: ProvenBy } & Stored>('by-expiry', {
        ...{ selector, fields },
        limit: PAGE,
      })
      for (const doc of expired) {
        if (type === 'verification' && doc.account !== undefined) await deleteUnverified(doc.account, needs)
        // This was the visitor's only session.
        if (doc.provenBy === 'nothing' && doc.account !== undefined) await visitorExpiry.note(doc.account)
        await store.remove(doc)
      }
      if (expired.length < PAGE) break
    }
  }
}

/** Ends a customer who never verified the e-mail: by then nobody waits for its mails, and it may have been a stranger's. */
async function deleteUnverified(
  id: string,
  { accounts, accountDeletion }: { accounts: Pick<Accounts, 'get'>; accountDeletion: Pick<AccountDeletion, 'begin'> },
): Promise<void> {
  const account = await accounts.get(id)
  if (account?.status !== 'active' || account.role !== 'CUSTOMER' || account.emailVerifiedAt !== undefined) return
  await accountDeletion.begin(account)
}
