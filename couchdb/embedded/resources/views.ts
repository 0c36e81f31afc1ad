import type { FastifyInstance } from 'fastify'
import { memberDatabase } from '../access/open-database.ts'
import { badRequest, Failure, notFound } from '../http/failure.ts'
import { isObject, type JsonObject } from '../http/json.ts'
import type { Parameters } from '../http/parameters.ts'
import { type Call, part, postedObject, resource } from '../http/resource.ts'
import type { Databases } from '../store/databases.ts'

const FLAGS = ['descending', 'include_docs', 'group', 'update_seq', 'conflicts', 'attachments']
const KEYS = ['key', 'keys', 'startkey', 'endkey', 'start_key', 'end_key']

/** `_design/{name}/_view/{view}`: map and reduce by pouchdb-mapreduce, in a bare vm context. */
export function viewResources(app: FastifyInstance, databases: Databases): void {
  resource(app, '/:db/_design/:name/_view/:view', {
    get: (call) => query(call, call.parameters),
    post: (call) => query(call, call.parameters.withBody(postedObject(call))),
  })

  async function query(call: Call, parameters: Parameters) {
    const database = memberDatabase(call, databases)
    const [ddoc, view] = [part(call, 'name'), part(call, 'view')]
    const options = optionsOf(parameters)
    return database.use(async (pouch) => {
      const { views, language = 'javascript' } = await pouch.get(`_design/${ddoc}`)
      const definition = isObject(views) && Object.hasOwn(views, view) ? views[view] : undefined
      if (!isObject(definition)) throw notFound('missing_named_view')
      if (language !== 'javascript') throw badRequest('An index of Mango is not a view.')
      const reduce = definition.reduce !== undefined && parameters.text('reduce') !== 'false'
      if (!reduce && (options.group || options.group_level !== undefined))
        throw badRequest('Invalid use of grouping on a map view.', 'query_parse_error')
      if (reduce && options.include_docs) throw badRequest('`include_docs` is invalid for reduce', 'query_parse_error')
      return pouch.query(`${ddoc}/${view}`, { ...options, reduce }).catch(asViewFailure)
    })
  }
}

function optionsOf(parameters: Parameters): JsonObject {
  const options: JsonObject = {}
  for (const name of FLAGS) if (parameters.has(name)) options[name] = parameters.flag(name)
  for (const name of KEYS) if (parameters.has(name)) options[name.replace('_key', 'key')] = parameters.json(name)
  for (const name of ['limit', 'skip', 'group_level']) if (parameters.has(name)) options[name] = parameters.whole(name)
  if (parameters.text('inclusive_end') === 'false') options.inclusive_end = false
  if ('keys' in options && !Array.isArray(options.keys)) throw badRequest('`keys` member must be an array.')
  return options
}

function asViewFailure(error: unknown): never {
  const { name, message } = isObject(error) ? error : {}
  if (name === 'query_parse_error') throw badRequest(String(message), 'query_parse_error')
  if (name === 'invalid_value' || name === 'not_found')
    throw new Failure(name === 'not_found' ? 404 : 500, String(name), String(message))
  throw error
}
