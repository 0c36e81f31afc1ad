import type { Role } from '#model'
import { isFeed } from '../../../design-docs/databases.ts'
import { type Attack, type AttackContext, fill, type Group, headersOf, request } from '../harness/attack.ts'
import { isEndOfSession, isVisitorWrite } from '../harness/database-diff.ts'
import {
  ENDPOINTS,
  type Endpoint,
  FORBIDDEN,
  ROLES,
  type RoleName,
  routeOf,
  SIGNED_IN,
  statusFor,
} from '../harness/endpoints.ts'
import { answered, type Expected, refused } from '../harness/expect-response.ts'
import { send } from '../harness/raw-request.ts'
import type { Person } from '../harness/target.ts'
import { activeSessions } from '../harness/test-users.ts'

const METHODS = [
  ...(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT'] as const),
  ...(['COPY', 'MOVE', 'PROPFIND', 'SEARCH', 'QUERY', 'LOCK', 'JUNK'] as const),
]
const WITH_BODY = ['POST', 'PUT', 'PATCH']
const ACCOUNT_ROLE: Record<(typeof SIGNED_IN)[number], Role> = {
  ...{ customer: 'CUSTOMER', partner: 'PARTNER', supplier: 'SUPPLIER', admin: 'ADMIN', visitor: 'VISITOR' },
}
const COUCH_METHODS = ['GET', 'POST', 'PUT', 'DELETE']
const COUCH_ROLES: RoleName[] = ['nobody', 'customer', 'admin']

/** Every role on every endpoint with every method, and on CouchDB's other endpoints. */
export function endpointMatrix(scene: AttackContext): Group {
  const spare = new Map<RoleName, Person>()
  let standing = new Set<string>()
  return {
    name: 'table',
    atOnce: 8,
    async prepare() {
      standing = await activeSessions(scene)
      // Accounts whose sessions this group may end.
      for (const role of SIGNED_IN) spare.set(role, await scene.users.newcomer(ACCOUNT_ROLE[role]))
      const paths = [...new Set(ENDPOINTS.map(({ path }) => path))]
      const known = paths.flatMap((path) => METHODS.flatMap((method) => ROLES.map((role) => ({ path, method, role }))))
      const unknown = FORBIDDEN.flatMap((path) =>
        COUCH_METHODS.flatMap((method) => COUCH_ROLES.map((role) => ({ path, method, role }))),
      ).filter(({ path, method }) => !ENDPOINTS.some((one) => one.path === path && one.method === method))
      return [isComplete(scene), ...known, ...unknown].map((one) => ('run' in one ? one : entry(scene, one, spare)))
    },
    // Anyone may ask for a code and try one, write to support, and end their own session.
    mayChange: (change) => {
      const { database, id } = change
      return (
        isVisitorWrite(change) ||
        (database === 'outbox' && /^mail:(login-code|deletion-code|welcome|support|test):/.test(id)) ||
        ((database === 'tickets' || isFeed(database)) && id.startsWith('ticket:')) ||
        (database === 'credentials' && /^(login|deletion)-codes:/.test(id)) ||
        isEndOfSession(change, standing)
      )
    },
  }
}

type Entry = { path: string; method: string; role: RoleName }

function entry(scene: AttackContext, { path, method, role }: Entry, spare: ReadonlyMap<RoleName, Person>): Attack {
  const endpoint = ENDPOINTS.find((one) => one.path === path && one.method === method)
  const body = WITH_BODY.includes(method) || endpoint?.body ? bodyOf(endpoint, scene, role) : undefined
  const raw = { method, target: fill(path, scene, role), ...(body === undefined ? {} : { body }) }
  const name = `${method} ${path} as ${role}`
  const expected = expectedOf(endpoint, method, role)
  const headers = headersOf(scene, role, body !== undefined)
  const own = spare.get(role)
  if (endpoint?.endsAll && own) return request(scene, name, { ...raw, headers: [['cookie', own.cookie]] }, expected)
  if (!endpoint?.endsSession || !endpoint.served.by.includes(role))
    return request(scene, name, { ...raw, headers }, expected)
  return {
    name,
    async run() {
      const { id } = scene.users.as[role]
      const cookie = id && role !== 'deleted' ? await scene.target.session(id) : undefined
      return request(scene, name, { ...raw, headers: cookie ? [['cookie', cookie]] : headers }, expected).run()
    },
  }
}

function expectedOf(endpoint: Endpoint | undefined, method: string, role: RoleName): Expected {
  if (endpoint?.isOpen && role === 'deleted') return answered(statusFor(endpoint, role), endpoint.otherwise)
  if (endpoint) return answered(statusFor(endpoint, role))
  // Node closes a connection that asks for a tunnel.
  return method === 'CONNECT' ? { ...refused, closed: true } : refused
}

const bodyOf = (endpoint: Endpoint | undefined, { users }: AttackContext, role: RoleName) =>
  JSON.stringify(endpoint?.body ?? {}).replace('{email}', users.as[role].email)

/** Fails if the service has an endpoint that the table lacks, because nobody has considered its rights. */
const isComplete = ({ url }: AttackContext): Attack => ({
  name: 'the service has no endpoint that the table lacks',
  async run() {
    const answer = await send(url, { method: 'GET', target: '/health' }, { ms: 5_000 })
    const { endpoints } = JSON.parse(typeof answer === 'object' ? answer.body : '{}') as { endpoints: string[] }
    const routes = ENDPOINTS.map(routeOf)
    const missing = endpoints.filter((one) => !routes.includes(one))
    return missing.length > 0 ? `the table lacks ${missing.join(', ')}` : undefined
  },
})
