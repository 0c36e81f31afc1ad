import type { Account } from '#model'
import type { LiveQuery } from './live/live-query.ts'

/** The account as the service last told this device; absent before the first sync. For name and role alone: `useSession`. */
export const ownAccount: LiveQuery<Account | undefined> = {
  key: 'account',
  watches: ['account'],
  read: ({ mailbox }) => mailbox.account(),
}
