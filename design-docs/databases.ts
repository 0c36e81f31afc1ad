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
/** The gate's tokens contain the role `reader`. */
const readableByAccounts = { admins, members: { names: [], roles: ['reader'] } }

export const isMailbox = (database: string) => database.startsWith('mailbox-')

/** A feed holds what everybody with a role replicates down. The service makes and drops feeds by itself. */
export const isFeed = (database: string) => database.startsWith('feed-')

/** Devices replicate these databases, so their documents hold only what their schemas allow. */
export const isReplicated = (database: string) => database === 'catalogue' || isMailbox(database) || isFeed(database)

const ordersIndexes: Index[] = [
  /** An account's orders by the time of their confirmation. */
  { name: 'by-account', fields: ['account', 'confirmedAt'] },
  /** Finds what a partner carries. */
  { name: 'by-carrier', fields: ['carriedBy'] },
]

const ticketsIndexes: Index[] = [
  /** Finds the tickets of an account, and counts them by day. */
  { name: 'by-account', fields: ['account', 'at'] },
  /** Counts the tickets with one e-mail address by day, and finds them when its account is deleted. */
  { name: 'by-address', fields: ['email', 'at'] },
  /** Lists tickets for the admins. */
  { name: 'by-state', fields: ['state', 'at'] },
  /** Finds tickets in the form of before core documents, which alone have a `status`. */
  { name: 'by-status', fields: ['status'] },
]

/** An account's sessions and codes, and those that have expired and may be removed. */
const credentialsIndexes: Index[] = [
  { name: 'by-account', fields: ['type', 'account'] },
  { name: 'by-expiry', fields: ['type', 'expiresAt'] },
]

/** Mails that are due, mails that were given up, oldest first, mails to one account or address, and mails about a customer. */
const outboxIndexes: Index[] = [
  { name: 'by-status', fields: ['status', 'nextAt'] },
  { name: 'by-age', fields: ['status', 'postedAt'] },
  { name: 'by-account', fields: ['to.account'] },
  // The type comes first: an index is built by a query for everything above null, which PouchDB cannot compare with an object.
  { name: 'by-address', fields: ['type', 'to'] },
  { name: 'by-customer', fields: ['type', 'data.customerEmail'] },
]

/** Logins and logouts by time, so that old ones can be removed. Decisions have no `at` and are in no index. */
const auditIndexes: Index[] = [{ name: 'by-age', fields: ['type', 'at'] }]

const uploadsIndexes: Index[] = [
  /** Counts the uploads of an application. */
  { name: 'by-application', fields: ['application', 'at'] },
  /** Finds the uploads of an account that is being deleted. */
  { name: 'by-account', fields: ['account', 'at'] },
  /** Finds the longest untouched one; those that an application has claimed are not in it. */
  { name: 'by-touched', fields: ['touchedAt'] },
]

/** What the sweep asks for: documents that something has to be told of or whose time has come, and those that rest. */
const coreIndexes: Index[] = [
  { name: 'by-next', fields: ['nextAt'] },
  { name: 'by-resting', fields: ['restingSince'] },
]

/** Finds the core documents that have an open row in a feed, when the feed gets its next generation. */
const listedIndex: Index = { name: 'by-listed', fields: ['listed'] }

const applicationsIndexes: Index[] = [
  { name: 'by-account', fields: ['account', 'at'] },
  /** Finds applications that name the same Aadhaar number. */
  { name: 'by-aadhaar', fields: ['form.aadhaarHash'] },
]

const partnersIndexes: Index[] = [
  /** Finds somebody who is on duty in a city. */
  { name: 'by-duty', fields: ['duty.city'] },
  /** Finds the earnings of a partner that are in no payout, and those of one payout. */
  { name: 'by-payout', fields: ['partner', 'payout'] },
  /** Finds a partner's payouts in one state. */
  { name: 'by-partner', fields: ['partner', 'state'] },
  /** Lists payouts for the admins. */
  { name: 'by-state', fields: ['state', 'at'] },
]

/** Finds the bulk requests of an account, and counts them by day. */
const bulkByAccount: Index = { name: 'by-account', fields: ['account', 'postedAt'] }

const conversationsIndexes: Index[] = [
  /** Finds the conversations of a customer, a buyer, or somebody who writes to Mogra. */
  { name: 'by-owner', fields: ['owner', 'lastAt'] },
  /** Finds those of a partner or a supplier. */
  { name: 'by-counterpart', fields: ['counterpart', 'lastAt'] },
]

/** All shared databases; a mailbox is created together with its account. */
export const databases: DatabaseDeclaration[] = [
  { name: 'catalogue', security: readableByAccounts, hasValidator: true },
  {
    name: 'accounts',
    security: serviceOnly,
    views: [
      { name: 'by-role', reduce: '_count' },
      { name: 'by-served-city', reduce: '_count' },
    ],
  },
  {
    name: 'orders',
    security: serviceOnly,
    indexes: [...coreIndexes, listedIndex, ...ordersIndexes],
    views: [
      { name: 'by-day', reduce: '_stats' },
      { name: 'by-partner', reduce: '_stats' },
    ],
  },
  {
    name: 'partners',
    security: serviceOnly,
    indexes: [...coreIndexes, listedIndex, ...partnersIndexes],
    views: [{ name: 'earned', reduce: '_sum' }],
  },
  { name: 'promo-claims', security: serviceOnly },
  {
    name: 'bulk-requests',
    security: serviceOnly,
    indexes: [...coreIndexes, listedIndex, bulkByAccount],
    views: [
      { name: 'by-supplier', reduce: '_count' },
      { name: 'deals', reduce: '_count' },
    ],
  },
  { name: 'conversations', security: serviceOnly, indexes: [...coreIndexes, listedIndex, ...conversationsIndexes] },
  {
    name: 'applications',
    security: serviceOnly,
    indexes: [...coreIndexes, listedIndex, ...applicationsIndexes],
    views: [{ name: 'waiting', reduce: '_count' }],
  },
  {
    name: 'tickets',
    security: serviceOnly,
    indexes: [...coreIndexes, listedIndex, ...ticketsIndexes],
    views: [{ name: 'open', reduce: '_count' }],
  },
  {
    name: 'uploads',
    security: serviceOnly,
    indexes: uploadsIndexes,
    views: [{ name: 'open-bytes', reduce: '_sum' }],
  },
  { name: 'kyc', security: serviceOnly },
  { name: 'credentials', security: serviceOnly, indexes: credentialsIndexes },
  { name: 'outbox', security: serviceOnly, indexes: outboxIndexes, views: [{ name: 'unsent', reduce: '_count' }] },
  { name: 'work', security: serviceOnly },
  { name: 'audit', security: serviceOnly, indexes: auditIndexes },
  { name: 'jobs', security: serviceOnly, indexes: coreIndexes },
]
