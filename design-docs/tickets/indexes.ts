import type { Index } from '../databases.ts'

export const ticketsIndexes: Index[] = [
  /** Finds the tickets of an account, and counts them by day. */
  { name: 'by-account', fields: ['account', 'at'] },
  /** Counts the tickets with one e-mail address by day, and finds them when its account is deleted. */
  { name: 'by-address', fields: ['email', 'at'] },
  /** Lists tickets for the admins. */
  { name: 'by-state', fields: ['state', 'at'] },
  /** Finds tickets in the form of before core documents, which alone have a `status`. */
  { name: 'by-status', fields: ['status'] },
]
