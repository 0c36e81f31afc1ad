import { auditIndexes } from './audit/indexes.ts'
import { credentialsIndexes } from './credentials/indexes.ts'
import { ordersIndexes } from './orders/indexes.ts'
import { outboxIndexes } from './outbox/indexes.ts'
import { ticketsIndexes } from './tickets/indexes.ts'

export interface Index {
  /** The name of the index and of its design document. */
  name: string
  fields: string[]
}

interface View {
  /** The name of the view, of its design document and of its module, `<database>/views/<name>.ts`. */
  name: string
  /** Only CouchDB's built-in functions, which run in Erlang without a JavaScript process. */
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
  /** Whether there is a `<database>/validator.ts`; needed if anyone other than admins can reach the database. */
  hasValidator?: boolean
}

/** What the sweep asks for: what is to be told or falls due, and what could not be told for long. */
const coreIndexes: Index[] = [
  { name: 'by-next', fields: ['nextAt'] },
  { name: 'by-resting', fields: ['restingSince'] },
]

const admins: People = { names: [], roles: ['_admin'] }
const serviceOnly = { admins, members: admins }
/** The gate's tokens contain the role `reader`. */
const readableByAccounts = { admins, members: { names: [], roles: ['reader'] } }

export const isMailbox = (database: string) => database.startsWith('mailbox-')

/** All shared databases; a mailbox is created together with its account. */
export const databases: DatabaseDeclaration[] = [
  { name: 'catalogue', security: readableByAccounts, hasValidator: true },
  { name: 'accounts', security: serviceOnly, views: [{ name: 'by-role', reduce: '_count' }] },
  {
    name: 'orders',
    security: serviceOnly,
    indexes: ordersIndexes,
    views: [{ name: 'by-day', reduce: '_stats' }],
  },
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
  { name: 'jobs', security: serviceOnly, indexes: coreIndexes },
]
