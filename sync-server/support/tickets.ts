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

/** By the ULID of the intent that reported. */
export const ticketId = (ulid: string) => `ticket:${ulid}`
/** What our support is mailed of it. */
export const ticketMailId = (ulid: string) => `mail:support:${ulid}` as const

/** What these accounts reported, at most 10,000 each; a ticket stays a visitor's when the visitor signs in. */
export async function ticketsOf(accounts: readonly string[], couch: Couch): Promise<(Ticket & Stored)[]> {
  const find = (account: string) =>
    couch.db('tickets').find<Ticket>('by-account', { selector: { account }, limit: AT_MOST })
  return (await Promise.all(accounts.map(find))).flat()
}
