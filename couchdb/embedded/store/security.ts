import { badRequest, forbidden, unauthorized } from '../http/failure.ts'
import { isObject, type JsonObject } from '../http/json.ts'
import { isServerAdmin, type User } from '../http/user.ts'

/** CouchDB 3 gives this security object to a new database. */
export const ADMINS_ONLY = { members: { roles: ['_admin'] }, admins: { roles: ['_admin'] } }

export function checkSecurity(value: unknown): JsonObject {
  if (!isObject(value)) throw badRequest('Request body must be a JSON object')
  for (const group of ['admins', 'members']) {
    const people = value[group]
    if (people === undefined) continue
    if (!isObject(people)) throw badRequest(`${group} must be a JSON object`)
    for (const list of ['names', 'roles'])
      if (people[list] !== undefined && !isTexts(people[list]))
        throw badRequest(`${list} must be a JSON list of strings`)
  }
  return value
}

export function requireMember(user: User, security: JsonObject): void {
  if (isServerAdmin(user) || isAdmin(user, security)) return
  if (user.name === null) throw unauthorized('You are not authorized to access this db.')
  const { names, roles } = groupOf(security, 'members')
  if (names.length === 0 && roles.length === 0) return
  if (!contains({ names, roles }, user)) throw forbidden('You are not allowed to access this db.')
}

export function requireDatabaseAdmin(user: User, security: JsonObject): void {
  if (isServerAdmin(user) || isAdmin(user, security)) return
  const reason = 'You are not a db or server admin.'
  throw user.name === null ? unauthorized(reason) : forbidden(reason)
}

const isAdmin = (user: User, security: JsonObject) => contains(groupOf(security, 'admins'), user)

const contains = (group: { names: string[]; roles: string[] }, user: User) =>
  (user.name !== null && group.names.includes(user.name)) || user.roles.some((role) => group.roles.includes(role))

function groupOf(security: JsonObject, group: string): { names: string[]; roles: string[] } {
  const people = security[group]
  if (!isObject(people)) return { names: [], roles: [] }
  return { names: textsOf(people.names), roles: textsOf(people.roles) }
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')
const textsOf = (value: unknown) => (isTexts(value) ? value : [])
