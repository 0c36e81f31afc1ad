import type { Index } from '../databases.ts'

/** The mails that are due, those that were given up, oldest first, those to one account or address, and those about a customer. */
export const outboxIndexes: Index[] = [
  { name: 'by-status', fields: ['status', 'nextAt'] },
  { name: 'by-age', fields: ['status', 'postedAt'] },
  { name: 'by-account', fields: ['to.account'] },
  // The type first: whoever builds an index asks for what is above null, and PouchDB fails to compare that with an object.
  { name: 'by-address', fields: ['type', 'to'] },
  { name: 'by-customer', fields: ['type', 'data.customerEmail'] },
]
