import type { FastifyInstance } from 'fastify'
import { memberDatabase } from '../access/open-database.ts'
import { readKeys } from '../documents/keys.ts'
import { formatSequence } from '../documents/sequence.ts'
import type { JsonObject } from '../http/json.ts'
import type { Parameters } from '../http/parameters.ts'
import { answerQueries } from '../http/queries.ts'
import { type Call, postedObject, resource } from '../http/resource.ts'
import type { Database } from '../store/database.ts'
import type { Databases } from '../store/databases.ts'
import { type AllDocsRow, HIGHEST_ID, type Pouch } from '../store/pouch.ts'

/** `_all_docs`, and `_design_docs`, which lists only design documents. */
export function allDocsResources(app: FastifyInstance, databases: Databases): void {
  const on = (path: string, within?: { low: string; high: string }) =>
    resource(app, path, {
      get: (call) => answer(memberDatabase(call, databases), call.parameters, within),
      post: (call) => answer(memberDatabase(call, databases), withBody(call), within),
    })
  const onQueries = (path: string, within?: { low: string; high: string }) =>
    resource(app, path, {
      post: (call) => {
        const database = memberDatabase(call, databases)
        return answerQueries(call, (parameters) => answer(database, parameters, within))
      },
    })
  const designs = { low: '_design/', high: '_design0' }
  on('/:db/_all_docs')
  onQueries('/:db/_all_docs/queries')
  on('/:db/_design_docs', designs)
  onQueries('/:db/_design_docs/queries', designs)
}

const withBody = (call: Call) => call.parameters.withBody(postedObject(call))

interface Shape {
  include_docs: boolean
  conflicts: boolean
  attachments: boolean
}

function answer(database: Database, parameters: Parameters, within?: { low: string; high: string }) {
  const shape: Shape = {
    include_docs: parameters.flag('include_docs'),
    conflicts: parameters.flag('conflicts'),
    attachments: parameters.flag('attachments'),
  }
  const limit = parameters.whole('limit')
  const skip = parameters.whole('skip') ?? 0
  const descending = parameters.flag('descending')
  const updateSeq = parameters.flag('update_seq')
  const range = rangeOf(parameters, descending)
  const keys = readKeys(parameters)

  return database.use(async (pouch) => {
    const { doc_count: total, update_seq: now } = await pouch.info()
    const seq = updateSeq ? { update_seq: formatSequence(now, database.meta.id) } : {}
    if (keys) {
      const wanted = descending ? keys.toReversed() : keys
      const rows = await rowsOf(pouch, wanted.slice(skip, limit === undefined ? undefined : skip + limit), shape)
      return { total_rows: total, ...seq, offset: null, rows }
    }
    if (range === 'empty' || limit === 0) return { total_rows: total, ...seq, offset: 0, rows: [] }
    const bounds = within ? narrowed(range, within, descending) : range
    const page = await pouch.allDocs({
      ...shape,
      ...bounds,
      descending,
      skip,
      ...(limit === undefined ? {} : { limit }),
    })
    return { total_rows: total, ...seq, offset: skip, rows: page.rows }
  })
}

async function rowsOf(pouch: Pouch, keys: unknown[], shape: Shape): Promise<AllDocsRow[]> {
  const ids = keys.filter((key) => typeof key === 'string' && key !== '')
  const { rows } = ids.length > 0 ? await pouch.allDocs({ ...shape, keys: ids }) : { rows: [] }
  const found = new Map(rows.map((row) => [row.key, row]))
  return keys.map((key) => found.get(key) ?? { key, error: 'not_found' })
}

/** Keys are JSON values: null, booleans and numbers sort before every id, lists and objects after every id. */
function rangeOf(parameters: Parameters, descending: boolean): JsonObject | 'empty' {
  const exact = parameters.jsonOf('key')
  if (exact) return typeof exact.value === 'string' && exact.value !== '' ? { key: exact.value } : 'empty'
  const start = parameters.jsonOf('startkey', 'start_key')
  const end = parameters.jsonOf('endkey', 'end_key')
  const [low, high] = descending ? [end, start] : [start, end]
  if (low && rank(low.value) > 0) return 'empty'
  if (high && (rank(high.value) < 0 || high.value === '')) return 'empty'
  const range: JsonObject = {}
  if (low && typeof low.value === 'string' && low.value !== '') range[descending ? 'endkey' : 'startkey'] = low.value
  if (high && typeof high.value === 'string') range[descending ? 'startkey' : 'endkey'] = high.value
  if (parameters.text('inclusive_end') === 'false') range.inclusive_end = false
  return range
}

const rank = (key: unknown) => (typeof key === 'string' ? 0 : typeof key === 'object' && key !== null ? 1 : -1)

function narrowed(range: JsonObject, within: { low: string; high: string }, descending: boolean): JsonObject {
  const [lower, upper] = descending ? ['endkey', 'startkey'] : ['startkey', 'endkey']
  const low = String(range[lower] ?? within.low)
  const high = String(range[upper] ?? HIGHEST_ID)
  return {
    ...range,
    [lower]: [low, within.low].sort()[1],
    [upper]: [high, within.high].sort()[0],
  }
}
