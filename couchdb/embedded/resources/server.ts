import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { badRequest, Failure, notFound } from '../http/failure.ts'
import { arrayOf } from '../http/json.ts'
import { type Call, jsonBody, part, postedObject, resource } from '../http/resource.ts'
import { requireServerAdmin } from '../http/user.ts'
import type { Databases } from '../store/databases.ts'
import type { ServerFile } from '../store/server-file.ts'
import { databaseInfo } from './database.ts'

const MAX_UUIDS = 1000
const MAX_DATABASES_ASKED = 100

/** The requests that concern the server and not a database. */
export function serverResources(app: FastifyInstance, server: ServerFile, databases: Databases, version: string): void {
  resource(app, '/', {
    get: () => ({
      couchdb: 'Welcome',
      version,
      uuid: server.uuid,
      features: [],
      vendor: { name: 'Mogra embedded' },
    }),
  })

  resource(app, '/_up', { get: () => ({ status: 'ok', seeds: {} }) })

  resource(app, '/_session', {
    get: ({ user }) => ({
      ok: true,
      userCtx: { name: user.name, roles: user.roles },
      info: { authentication_handlers: ['jwt', 'default'], ...(user.by ? { authenticated: user.by } : {}) },
    }),
    // There are no cookies. After a 404 CouchDB's replicator sends the password instead; after a 405 it would give up.
    post: () => {
      throw notFound()
    },
  })

  resource(app, '/_uuids', {
    get: (call) => {
      const count = call.parameters.whole('count') ?? 1
      if (count > MAX_UUIDS) throw badRequest('count parameter too large')
      call.reply.header('cache-control', 'no-cache')
      return { uuids: Array.from({ length: count }, () => randomBytes(16).toString('hex')) }
    },
  })

  resource(app, '/_all_dbs', {
    get: (call) => {
      requireServerAdmin(call.user)
      const names = call.parameters.flag('descending') ? databases.names().toReversed() : databases.names()
      const start = call.parameters.jsonOf('startkey', 'start_key')?.value ?? ''
      const end = call.parameters.jsonOf('endkey', 'end_key')?.value
      const skip = call.parameters.whole('skip') ?? 0
      const limit = call.parameters.whole('limit') ?? names.length
      const wanted = names.filter((name) => name >= String(start) && (end === undefined || name <= String(end)))
      return wanted.slice(skip, skip + limit)
    },
  })

  resource(app, '/_dbs_info', {
    post: async (call) => {
      requireServerAdmin(call.user)
      const keys = arrayOf(postedObject(call).keys, 'keys')
      if (keys.length > MAX_DATABASES_ASKED) throw badRequest('`keys` holds too many databases')
      const answers = []
      for (const key of keys) {
        const known = typeof key === 'string' && databases.has(key)
        answers.push(known ? { key, info: await databaseInfo(databases.get(key)) } : { key, error: 'not_found' })
      }
      return answers
    },
  })

  resource(app, '/_membership', {
    get: (call) => {
      requireServerAdmin(call.user)
      return { all_nodes: ['mogra@127.0.0.1'], cluster_nodes: ['mogra@127.0.0.1'] }
    },
  })

  configResources(app, server)
}

/** `_node/_local/_config`, stored in `server.json`; only `jwt_keys` and `couchdb/max_dbs_open` have an effect. */
function configResources(app: FastifyInstance, server: ServerFile): void {
  const on = (path: string, handlers: Parameters<typeof resource>[2]) =>
    resource(
      app,
      `/_node/:node/_config${path}`,
      Object.fromEntries(
        Object.entries(handlers).map(([method, handler]) => [
          method,
          (call: Call) => {
            requireServerAdmin(call.user)
            if (!['_local', 'mogra@127.0.0.1'].includes(part(call, 'node'))) throw notFound('no such node')
            return handler(call)
          },
        ]),
      ),
    )
  const json = (call: Call, value: unknown) => call.reply.type('application/json').send(JSON.stringify(value))

  on('', { get: () => server.all() })
  on('/:section', { get: (call) => server.section(part(call, 'section')) })
  on('/:section/:key', {
    get: (call) => {
      const value = server.config(part(call, 'section'), part(call, 'key'))
      if (value === undefined) throw notFound('unknown_config_value')
      return json(call, value)
    },
    put: async (call) => {
      const value = jsonBody(call)
      if (typeof value !== 'string') throw badRequest('The value must be a JSON string')
      if (value.length > 10_000) throw new Failure(413, 'too_large', 'The value is too long')
      return json(call, (await server.change(part(call, 'section'), part(call, 'key'), value)) ?? '')
    },
    delete: async (call) => {
      const old = await server.change(part(call, 'section'), part(call, 'key'), undefined)
      if (old === undefined) throw notFound('unknown_config_value')
      return json(call, old)
    },
  })
}
