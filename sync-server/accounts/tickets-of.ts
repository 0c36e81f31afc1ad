import type { Couch } from '../couch/couch.ts'
import type { Stored } from '../couch/store.ts'

/** As much of a ticket of our support as concerns its person. */
export interface KeptTicket {
  account: string
  message: string
}

const AT_MOST = 10_000

/** What these accounts reported; a ticket stays a visitor's when the visitor signs in. */
export async function ticketsOf(accounts: readonly string[], couch: Couch): Promise<(KeptTicket & Stored)[]> {
  const find = (account: string) =>
    couch.db('tickets').find<KeptTicket>('by-account', { selector: { account }, limit: AT_MOST })
  return (await Promise.all(accounts.map(find))).flat()
}
