import type { FastifyInstance } from 'fastify'
import { adminDatabase, memberDatabase } from '../access/open-database.ts'
import { readKeys } from '../documents/keys.ts'
import { badQuery, badRequest, notFound } from '../http/failure.ts'
import { isObject, type JsonObject } from '../http/json.ts'
import type { Parameters } from '../http/parameters.ts'
import { type Call, part, postedObject, resource } from '../http/resource.ts'
import type { Databases } from '../store/databases.ts'

const FLAGS = ['descending', 'include_docs', 'group', 'update_seq', 'conflicts', 'attachments']
const KEYS = ['key', 'startkey', 'endkey', 'start_key', 'end_key']

/** `_design/{name}/_view/{view}`: map and reduce by pouchdb-abstract-mapreduce; `_view_cleanup`. */
export function viewResources(app: FastifyInstance, databases: Databases): void {
  resource(app, '/:db/_design/:name/_view/:view', {
    get: (call) => query(call, call.parameters),
    post: (call) => query(call, call.parameters.withBody(postedObject(call))),
  })

  resource(app, '/:db/_view_cleanup', {
    post: async (call) => {
      await adminDatabase(call, databases).exclusive((pouch) => pouch.viewCleanup())
      return call.reply.code(202).send({ ok: true })
    },
  })

  async function query(call: Call, parameters: Parameters) {
    const database = memberDatabase(call, databases)
    const [ddoc, view] = [part(call, 'name'), part(call, 'view')]
    const options = optionsOf(parameters)
    const update = updateOf(parameters)
    const answer = await database.use(async (pouch) => {
      const { views, language = 'javascript' } = await pouch.get(`_design/${ddoc}`)
      const definition = isObject(views) && Object.hasOwn(views, view) ? views[view] : undefined
      if (!isObject(definition)) throw notFound('missing_named_view')
      if (language !== 'javascript') throw badRequest('An index of Mango is not a view.')
      const reduce = definition.reduce !== undefined && parameters.text('reduce') !== 'false'
      if (!reduce && (options.group || options.group_level !== undefined))
        throw badRequest('Invalid use of grouping on a map view.', 'query_parse_error')
      if (reduce && options.include_docs) throw badRequest('`include_docs` is invalid for reduce', 'query_parse_error')
      const stale = update === 'true' ? {} : { stale: 'ok' }
      return pouch.query(`${ddoc}/${view}`, { ...options, ...stale, reduce }).catch(asViewFailure)
    })
    if (update === 'lazy')
      database.use((pouch) => pouch.query(`${ddoc}/${view}`, { limit: 0, reduce: false })).catch(() => undefined)
    return answer
  }
}

function optionsOf(parameters: Parameters): JsonObject {
  const options: JsonObject = {}
  const keys = readKeys(parameters)
  if (keys) options.keys = keys
  for (const name of FLAGS) if (parameters.has(name)) options[name] = parameters.flag(name)
  for (const name of KEYS) if (parameters.has(name)) options[name.replace('_key', 'key')] = parameters.json(name)
  for (const name of ['limit', 'skip', 'group_level']) if (parameters.has(name)) options[name] = parameters.whole(name)
  if (parameters.text('inclusive_end') === 'false') options.inclusive_end = false
  return options
}

/** Whether the view catches up before the answer, afterwards, or not at all; `stale` is the older way to say it. */
function updateOf(parameters: Parameters): 'true' | 'false' | 'lazy' {
  const stale = parameters.text('stale')
  if (stale === 'ok') return 'false'
  if (stale === 'update_after') return 'lazy'
  if (stale !== undefined) throw badQuery('Invalid value for `stale`.')
  const update = parameters.text('update') ?? 'true'
  if (update !== 'true' && update !== 'false' && update !== 'lazy') throw badQuery('Invalid value for `update`.')
  return update
}

function asViewFailure(error: unknown): never {
  const { name, message } = isObject(error) ? error : {}
  if (name === 'query_parse_error') throw badRequest(String(message), 'query_parse_error')
  throw error
}
