import type { Problem } from '#model'
import type { Couch } from '../couch/couch.ts'
import type { Stored } from '../couch/store.ts'

/** A ticket of our support, in `tickets`. */
export interface Ticket {
  _id: string
  type: 'ticket'
  number: string
  account: string
  order: string
  problem: Problem
  message: string
  status: 'open'
  at: string
}

const AT_MOST = 10_000

/** The ticket's id, from the ULID of the reporting intent. */
export const ticketId = (ulid: string) => `ticket:${ulid}`
/** The id of the mail to support about the ticket. */
export const ticketMailId = (ulid: string) => `mail:support:${ulid}` as const

/**
 * Returns the tickets of these accounts, at most 10,000 each; a visitor's ticket stays the visitor's after signing in.
 */
export async function ticketsOf(accounts: readonly string[], couch: Couch): Promise<(Ticket & Stored)[]> {
  const find = (account: string) =>
    couch.db('tickets').find<Ticket>('by-account', { selector: { account }, limit: AT_MOST })
  return (await Promise.all(accounts.map(find))).flat()
}
