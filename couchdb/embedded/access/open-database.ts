import type { Call } from '../http/resource.ts'
import { part } from '../http/resource.ts'
import type { Database } from '../store/database.ts'
import type { Databases } from '../store/databases.ts'
import { requireDatabaseAdmin, requireMember } from '../store/security.ts'

/** Returns the database of the path if the user may read and write its documents. */
export function memberDatabase(call: Call, databases: Databases): Database {
  const database = databases.get(part(call, 'db'))
  requireMember(call.user, database.meta.security)
  return database
}

/** The same for database admins: only they may change design documents, indexes and the database's behaviour. */
export function adminDatabase(call: Call, databases: Databases): Database {
  const database = databases.get(part(call, 'db'))
  requireMember(call.user, database.meta.security)
  requireDatabaseAdmin(call.user, database.meta.security)
  return database
}
