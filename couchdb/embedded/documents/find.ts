import { badRequest } from '../http/failure.ts'
import { isObject, type JsonObject } from '../http/json.ts'
import { hasField, parseField, project, valueAt } from '../mango/field-path.ts'
import { columnsOf, type Index, indexesAmong, indexJson } from '../mango/indexes.ts'
import { matcher } from '../mango/matcher.ts'
import { type Plan, type PlanRequest, planOf } from '../mango/plan.ts'
import type { Database } from '../store/database.ts'
import type { Pouch } from '../store/pouch.ts'
import { queryView } from './query-view.ts'

export interface FindRequest extends PlanRequest {
  limit: number
  skip: number
  /** The fields to return; empty for the whole document. */
  fields: string[]
}

type Queried = Pick<Database, 'indexes' | 'upToDate' | 'designWrite'>

/** Returns all indexes of the database. */
export async function indexesOf(database: Queried, pouch: Pouch): Promise<Index[]> {
  const known = database.indexes ?? readIndexes(pouch)
  database.indexes = known
  known.catch(() => {
    if (database.indexes === known) database.indexes = undefined
  })
  return known
}

async function readIndexes(pouch: Pouch): Promise<Index[]> {
  const { rows } = await pouch.allDocs({ startkey: '_design/', endkey: '_design0', include_docs: true })
  return indexesAmong(rows.flatMap(({ doc }) => (doc ? [doc] : [])))
}

interface Found {
  docs: JsonObject[]
  warning: string | undefined
}

/** Reads a range of the index and checks every document in it against the selector. */
export async function findDocs(database: Queried, pouch: Pouch, request: FindRequest): Promise<Found> {
  for (;;) {
    const { designWrite } = database
    await designWrite.done
    // PouchDB reads the index's definition again when it queries. If it was replaced after planning, the plan is wrong for it.
    const isOutdated = () => database.designWrite !== designWrite
    try {
      const found = await findOnce(database, pouch, request)
      if (!isOutdated()) return found
    } catch (error) {
      if (!isOutdated()) throw error
    }
  }
}

async function findOnce(database: Queried, pouch: Pouch, request: FindRequest): Promise<Found> {
  const { selector, skip, limit, fields } = request
  const plan = planOf(await indexesOf(database, pouch), request)
  if (!plan) throw badRequest('No index exists for this sort, try indexing by the sort fields.', 'no_usable_index')
  const { warning } = plan
  if (limit === 0 || !plan.range) return { docs: [], warning }
  const isSelected = matcher(selector)
  // If too few rows match, the index is read again from the start, so that a page shows one moment. One extra row is
  // read, because the range includes the bound that `$gt` excludes.
  for (let asked = skip + limit + 1; ; asked *= 4) {
    const read = await readIndex(database, pouch, plan, asked)
    const selected = read.filter((doc) => doc !== undefined).filter(isSelected)
    if (read.length >= asked && selected.length < skip + limit) continue
    const page = selected.slice(skip, skip + limit)
    return { docs: fields.length > 0 ? page.map((doc) => project(doc, fields)) : page, warning }
  }
}

/** Returns the plan of a query without running it. */
export async function explain(database: Queried, pouch: Pouch, request: FindRequest): Promise<JsonObject> {
  const { selector, sort, useIndex, allowFallback, ...page } = request
  const plan = planOf(await indexesOf(database, pouch), request)
  const [start, end] = plan?.descending ? [plan.range?.high, plan.range?.low] : [plan?.range?.low, plan?.range?.high]
  return {
    index: plan ? indexJson(plan.index) : null,
    partitioned: false,
    selector,
    opts: { use_index: useIndex, allow_fallback: allowFallback, sort: Object.fromEntries(sort), ...page },
    ...page,
    mrargs: { start_key: start ?? null, end_key: end ?? null, direction: plan?.descending ? 'rev' : 'fwd' },
  }
}

/** Returns one entry for each row; undefined for a row whose document does not belong in the index. */
async function readIndex(
  database: Queried,
  pouch: Pouch,
  { index, range, descending }: Plan,
  limit: number,
): Promise<(JsonObject | undefined)[]> {
  const [startkey, endkey] = descending ? [range?.high, range?.low] : [range?.low, range?.high]
  const bounds = { ...(startkey !== undefined && { startkey }), ...(endkey !== undefined && { endkey }) }
  const options = { ...bounds, descending, limit, include_docs: true }
  if (index.ddoc === null) {
    const { rows } = await pouch.allDocs(options)
    return rows.map(({ id, doc }) => (doc && !id?.startsWith('_design/') ? doc : undefined))
  }
  const answer = await queryView(database, pouch, `${index.ddoc.replace('_design/', '')}/${index.name}`, {
    ...options,
    reduce: false,
  })
  const rows = Array.isArray(answer.rows) ? answer.rows : []
  // Indexes that an earlier release built with pouchdb-find contain documents without the field, indexed as null.
  const columns = columnsOf(index).map(parseField)
  return rows.map(({ doc }) =>
    isObject(doc) && columns.every((path) => hasField(valueAt(doc, path))) ? doc : undefined,
  )
}
