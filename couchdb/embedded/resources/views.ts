import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { memberDatabase } from '../access/open-database.ts'
import { readKeys } from '../documents/keys.ts'
import { queryView } from '../documents/query-view.ts'
import { formatSequence } from '../documents/sequence.ts'
import { badQuery, badRequest, Failure, notFound } from '../http/failure.ts'
import { isObject, type JsonObject } from '../http/json.ts'
import type { Parameters } from '../http/parameters.ts'
import { answerQueries } from '../http/queries.ts'
import { type Call, part, postedObject, resource } from '../http/resource.ts'
import type { Databases } from '../store/databases.ts'
import { pendingOf, viewStoresOf } from '../store/view-stores.ts'

const FLAGS = ['descending', 'include_docs', 'group', 'conflicts', 'attachments']
const KEYS = ['key', 'startkey', 'endkey', 'start_key', 'end_key']

/** `_design/{name}/_view/{view}`: map and reduce by pouchdb-abstract-mapreduce; `_design/{name}/_info`. */
export function viewResources(app: FastifyInstance, databases: Databases): void {
  resource(app, '/:db/_design/:name/_view/:view', {
    get: (call) => query(call, call.parameters),
    post: (call) => {
      const body = postedObject(call)
      if ('queries' in body) throw badRequest('The `queries` parameter is no longer supported at this endpoint')
      return query(call, call.parameters.withBody(body))
    },
  })

  resource(app, '/:db/_design/:name/_view/:view/queries', {
    post: (call) => answerQueries(call, (parameters) => query(call, parameters)),
  })

  resource(app, '/:db/_design/:name/_info', { get: info })

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
      checkReduce(options, definition.reduce !== undefined)
      const read = (options: JsonObject) =>
        update === 'true'
          ? queryView(database, pouch, `${ddoc}/${view}`, options)
          : pouch.query(`${ddoc}/${view}`, { ...options, stale: 'ok' })
      const answer = await ask(read, options).catch(asViewFailure)
      return 'update_seq' in answer
        ? { ...answer, update_seq: formatSequence(Number(answer.update_seq), database.meta.id) }
        : answer
    })
    if (update === 'lazy')
      database.use((pouch) => pouch.query(`${ddoc}/${view}`, { limit: 0, reduce: false })).catch(() => undefined)
    return answer
  }

  async function info(call: Call) {
    const database = memberDatabase(call, databases)
    return database.use(async (pouch) => {
      const design = await pouch.get(`_design/${part(call, 'name')}`)
      const stores = viewStoresOf(database, design)
      const pending = Math.max(0, ...(await Promise.all(stores.map((store) => pendingOf(pouch, store)))))
      const signatures = stores.map(({ signature }) => signature)
      return {
        name: part(call, 'name'),
        view_index: {
          language: design.language ?? 'javascript',
          signature: createHash('md5').update(JSON.stringify(signatures)).digest('hex'),
          updates_pending: { minimum: pending, preferred: pending, total: pending },
        },
      }
    })
  }
}

/** Runs a query per key, because PouchDB would add up the groups of a key that is requested twice. */
async function ask(
  read: (options: JsonObject) => Promise<JsonObject>,
  { keys, limit, skip, ...options }: JsonObject,
): Promise<JsonObject> {
  if (!Array.isArray(keys) || !options.group) return read({ ...options, limit, skip, keys })
  const answers = await Promise.all(keys.map((key) => read({ ...options, key })))
  const rows = answers.flatMap((answer) => answer.rows)
  const start = Number(skip ?? 0)
  return { rows: rows.slice(start, limit === undefined ? undefined : start + Number(limit)) }
}

function optionsOf(parameters: Parameters): JsonObject {
  const options: JsonObject = {}
  const keys = readKeys(parameters)
  if (keys) options.keys = keys
  for (const name of FLAGS) if (parameters.has(name)) options[name] = parameters.flag(name)
  for (const name of KEYS) if (parameters.has(name)) options[name.replace('_key', 'key')] = parameters.json(name)
  for (const name of ['limit', 'skip', 'group_level']) if (parameters.has(name)) options[name] = parameters.whole(name)
  if (parameters.has('reduce')) options.reduce = parameters.flag('reduce')
  if (parameters.flag('update_seq')) options.update_seq = true
  if (parameters.text('inclusive_end') === 'false') options.inclusive_end = false
  // `stable` is checked and ignored: there is only one copy of the data.
  parameters.flag('stable')
  for (const name of ['startkey_docid', 'endkey_docid', 'start_key_doc_id', 'end_key_doc_id'])
    if (parameters.has(name)) throw new Failure(501, 'not_implemented', `The embedded server knows no \`${name}\`.`)
  return options
}

/** Whether the view is updated before the response, after it, or not at all; `stale` is the older parameter for it. */
function updateOf(parameters: Parameters): 'true' | 'false' | 'lazy' {
  const stale = parameters.text('stale')
  if (stale === 'ok') return 'false'
  if (stale === 'update_after') return 'lazy'
  if (stale !== undefined) throw badQuery('Invalid value for `stale`.')
  const update = parameters.text('update') ?? 'true'
  if (update !== 'true' && update !== 'false' && update !== 'lazy') throw badQuery('Invalid value for `update`.')
  return update
}

/** Checks which parameters may be combined, as CouchDB does; PouchDB ignores most of these rules. */
function checkReduce(options: JsonObject, canReduce: boolean): void {
  if (options.reduce === true && !canReduce) throw badQuery('Reduce is invalid for map-only views.')
  const { group, group_level: level, keys } = options
  if (!canReduce || options.reduce === false) {
    if (group || Number(level) > 0) throw badQuery('Invalid use of grouping on a map view.')
    options.reduce = false
    delete options.group_level
    return
  }
  if (options.include_docs) throw badQuery('`include_docs` is invalid for reduce')
  if (group === false && Number(level) > 0)
    throw badQuery("Can't specify group=false and group_level>0 at the same time")
  if (Array.isArray(keys) && keys.length !== 1 && (!group || level !== undefined))
    throw badQuery('Multi-key fetches for reduce views must use `group=true`')
}

function asViewFailure(error: unknown): never {
  const { name, message } = isObject(error) ? error : {}
  if (name === 'query_parse_error') throw badRequest(String(message), 'query_parse_error')
  if (name === 'invalid_value' || name === 'not_found')
    throw new Failure(name === 'not_found' ? 404 : 500, String(name), String(message))
  throw error
}
