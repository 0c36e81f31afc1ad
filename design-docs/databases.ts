export interface Index {
  /** Names the index and its design document. */
  name: string
  fields: string[]
}

interface View {
  /** Names the view, its design document and its module, `<database>/views/<name>.ts`. */
  name: string
  /** CouchDB's own only: they run in Erlang, without a JavaScript process. */
  reduce?: '_count' | '_sum' | '_stats'
}

interface People {
  names: string[]
  roles: string[]
}

export interface DatabaseDeclaration {
  name: string
  security: { admins: People; members: People }
  indexes?: Index[]
  views?: View[]
  /** Where others than admins can reach the database at all: `<database>/validator.ts`. */
  hasValidator?: boolean
}

const admins: People = { names: [], roles: ['_admin'] }
const serviceOnly = { admins, members: admins }
/** The gate's tokens carry the role `reader`. */
const readableByAccounts = { admins, members: { names: [], roles: ['reader'] } }

export const isMailbox = (database: string) => database.startsWith('mailbox-')

/** An account's orders, by when they were confirmed. */
const ordersIndexes: Index[] = [{ name: 'by-account', fields: ['account', 'confirmedAt'] }]

/** What an account reported to our support. */
const ticketsIndexes: Index[] = [{ name: 'by-account', fields: ['account'] }]

/** An account's sessions and codes, and what has run out and may be swept. */
const credentialsIndexes: Index[] = [
  { name: 'by-account', fields: ['type', 'account'] },
  { name: 'by-expiry', fields: ['type', 'expiresAt'] },
]

/** The mails that are due, those that were given up, oldest first, those to one account or address, and those about a customer. */
const outboxIndexes: Index[] = [
  { name: 'by-status', fields: ['status', 'nextAt'] },
  { name: 'by-age', fields: ['status', 'postedAt'] },
  { name: 'by-account', fields: ['to.account'] },
  // The type first: whoever builds an index asks for what is above null, and PouchDB fails to compare that with an object.
  { name: 'by-address', fields: ['type', 'to'] },
  { name: 'by-customer', fields: ['type', 'data.customerEmail'] },
]

/** Who came and went, by when: what is old enough goes. Decisions have no `at` and stand in no index. */
const auditIndexes: Index[] = [{ name: 'by-age', fields: ['type', 'at'] }]

/** Every shared database; mailboxes are made one by one, with their account. */
export const databases: DatabaseDeclaration[] = [
  { name: 'catalogue', security: readableByAccounts, hasValidator: true },
  { name: 'accounts', security: serviceOnly, views: [{ name: 'by-role', reduce: '_count' }] },
  { name: 'orders', security: serviceOnly, indexes: ordersIndexes },
  { name: 'promo-claims', security: serviceOnly },
  { name: 'bulk-requests', security: serviceOnly },
  { name: 'conversations', security: serviceOnly },
  { name: 'applications', security: serviceOnly },
  { name: 'tickets', security: serviceOnly, indexes: ticketsIndexes },
  { name: 'kyc', security: serviceOnly },
  { name: 'credentials', security: serviceOnly, indexes: credentialsIndexes },
  { name: 'outbox', security: serviceOnly, indexes: outboxIndexes, views: [{ name: 'unsent', reduce: '_count' }] },
  { name: 'work', security: serviceOnly },
  { name: 'audit', security: serviceOnly, indexes: auditIndexes },
]
