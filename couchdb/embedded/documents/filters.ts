import { type Sandboxed, sandboxed } from '../design-functions/sandbox.ts'
import { badRequest, notFound } from '../http/failure.ts'
import { isObject, type JsonObject } from '../http/json.ts'
import { matcher } from '../mango/matcher.ts'
import type { Selector } from '../mango/selector.ts'
import type { Database } from '../store/database.ts'
import type { ChangeRow } from '../store/pouch.ts'

/** Returns the rows that pass. */
export type ChangeFilter = (rows: ChangeRow[]) => Promise<ChangeRow[]>

/**
 * How many changes the filter function gets in one call: few, because their documents may be large and a call has a time
 * limit.
 */
const ASKED_AT_ONCE = 50

const ASK_FILTER =
  'function (docs, request) { return docs.map((doc) => doc !== null && Boolean(theirs(doc, request))) }'
const ASK_VIEW = `function (docs) {
  return docs.map((doc) => {
    emitted = []
    if (doc !== null) theirs(doc)
    return emitted.length > 0
  })
}`

/** A change passes if the function at `design/name` returns true for its document; with all leaves, each is checked. */
export async function designFilter(database: Database, name: string, request: JsonObject): Promise<ChangeFilter> {
  const [design, filter] = namesOf(name, '`filter` must be of the form `designname/filtername`')
  return narrowBy(database, await compiled(database, design, ['filters', filter], ASK_FILTER), request)
}

/** A change passes if the view emits a row for its document. */
export async function viewFilter(database: Database, name: string): Promise<ChangeFilter> {
  const [design, view] = namesOf(name, '`view` must be of the form `designname/viewname`')
  return narrowBy(database, await compiled(database, design, ['views', view, 'map'], ASK_VIEW), {})
}

/**
 * A change passes if its document matches; with all leaves, each is checked. The rows come with their documents, because
 * reading the winner of each row by itself takes several times as long.
 */
export function selectorFilter(database: Database, selector: Selector, isWithDocs: boolean): ChangeFilter {
  const matches = matcher(selector)
  return async (rows) => {
    const left: ChangeRow[] = []
    for (const row of rows) {
      const { doc, ...rest } = row
      const docs = row.changes.length > 1 ? await leavesOf(database, row) : [doc ?? null]
      const changes = row.changes.filter((_, leaf) => docs[leaf] && matches(docs[leaf]))
      if (changes.length > 0) left.push({ ...rest, changes, ...(isWithDocs && doc && { doc }) })
    }
    return left
  }
}

function namesOf(name: string, otherwise: string): [design: string, member: string] {
  const [design, member, ...more] = name.split('/')
  if (!design || !member || more.length > 0) throw badRequest(otherwise)
  return [design, member]
}

async function compiled(database: Database, design: string, path: string[], ask: string): Promise<Sandboxed> {
  const doc = await database.use((pouch) => pouch.get(`_design/${design}`))
  const place = [design, doc._rev, ...path].join('/')
  const known = database.filters.get(place)
  if (known) return known
  let member: unknown = doc
  for (const name of path) {
    if (!isObject(member) || !Object.hasOwn(member, name)) throw notFound(`missing json key: ${name}`)
    member = member[name]
  }
  if (typeof member !== 'string') throw badRequest(`${path.join('/')} is no function`)
  const made = sandboxed(member, ask, 'filter')
  database.filters.set(place, made)
  return made
}

const narrowBy =
  (database: Database, ask: Sandboxed, request: JsonObject): ChangeFilter =>
  async (rows) => {
    const left: ChangeRow[] = []
    for (let at = 0; at < rows.length; at += ASKED_AT_ONCE) {
      const some = rows.slice(at, at + ASKED_AT_ONCE)
      const docs = await Promise.all(some.map((row) => leavesOf(database, row)))
      const answers = ask(docs.flat(), request) as boolean[]
      for (const row of some) {
        const passed = answers.splice(0, row.changes.length)
        const changes = row.changes.filter((_, leaf) => passed[leaf])
        if (changes.length > 0) left.push({ ...row, changes })
      }
    }
    return left
  }

/** Returns null for a leaf that was replaced meanwhile: its successor will be a later change. */
function leavesOf(database: Database, row: ChangeRow): Promise<(JsonObject | null)[]> {
  return database.use((pouch) =>
    Promise.all(row.changes.map(({ rev }) => pouch.get(row.id, { rev }).catch(missingAsNull))),
  )
}

function missingAsNull(error: unknown): null {
  if (isObject(error) && error.status === 404) return null
  throw error
}
