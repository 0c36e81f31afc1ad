import type { Call } from '../http/resource.ts'
import { part } from '../http/resource.ts'
import type { Database } from '../store/database.ts'
import type { Databases } from '../store/databases.ts'
import { requireDatabaseAdmin, requireMember } from '../store/security.ts'

/** The database of the path, for one who may read and write its documents. */
export function memberDatabase(call: Call, databases: Databases): Database {
  const database = databases.get(part(call, 'db'))
  requireMember(call.user, database.meta.security)
  return database
}

/** For design documents, indexes and whatever else changes how a database behaves. */
export function adminDatabase(call: Call, databases: Databases): Database {
  const database = databases.get(part(call, 'db'))
  requireMember(call.user, database.meta.security)
  requireDatabaseAdmin(call.user, database.meta.security)
  return database
}
