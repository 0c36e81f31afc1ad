import { onlyTheService } from './catalogue/validator.ts'
import { credentialsIndexes } from './credentials/indexes.ts'
import { ordersIndexes } from './orders/indexes.ts'
import { outboxIndexes } from './outbox/indexes.ts'

export interface Index {
  /** Names the index and its design document; with other fields under the same name it is built anew. */
  name: string
  fields: string[]
}

interface People {
  names: string[]
  roles: string[]
}

export interface DatabaseDeclaration {
  name: string
  security: { admins: People; members: People }
  indexes: Index[]
  /** The text of a `validate_doc_update`, where others than admins can reach the database at all. */
  validator?: string
}

const admins: People = { names: [], roles: ['_admin'] }
const serviceOnly = { admins, members: admins }
/** The gate's tokens carry the role `reader`. */
const readableByAccounts = { admins, members: { names: [], roles: ['reader'] } }

/** Every shared database; mailboxes are made one by one, with their account. */
export const databases: DatabaseDeclaration[] = [
  { name: 'catalogue', security: readableByAccounts, indexes: [], validator: onlyTheService },
  { name: 'accounts', security: serviceOnly, indexes: [] },
  { name: 'orders', security: serviceOnly, indexes: ordersIndexes },
  { name: 'bulk-requests', security: serviceOnly, indexes: [] },
  { name: 'conversations', security: serviceOnly, indexes: [] },
  { name: 'applications', security: serviceOnly, indexes: [] },
  { name: 'tickets', security: serviceOnly, indexes: [] },
  { name: 'kyc', security: serviceOnly, indexes: [] },
  { name: 'credentials', security: serviceOnly, indexes: credentialsIndexes },
  { name: 'outbox', security: serviceOnly, indexes: outboxIndexes },
  { name: 'work', security: serviceOnly, indexes: [] },
  { name: 'audit', security: serviceOnly, indexes: [] },
]
