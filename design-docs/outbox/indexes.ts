import type { Index } from '../databases.ts'

/** Finds mails that are due, mails by status and age, mails to an account or address, and mails about a customer. */
export const outboxIndexes: Index[] = [
  { name: 'by-status', fields: ['status', 'nextAt'] },
  { name: 'by-age', fields: ['status', 'postedAt'] },
  { name: 'by-account', fields: ['to.account'] },
  // `type` comes first: building an index queries for keys above null, and PouchDB cannot compare null with an object.
  { name: 'by-address', fields: ['type', 'to'] },
  { name: 'by-customer', fields: ['type', 'data.customerEmail'] },
]
