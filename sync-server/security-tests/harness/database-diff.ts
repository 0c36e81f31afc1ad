import type { CouchClient } from '../../../couchdb/client/couch-client.ts'

/** The contents of a CouchDB, one entry for each item: `work/due:mailbox-… → 2-ab`, `work _security → {…}`. */
export type Dump = ReadonlyMap<string, string>

/** The value of one item before and after; `-` if it does not exist. */
export interface Change {
  database: string
  /** A document's id, `_local/…`, `_security`, or empty for the database itself. */
  id: string
  before: string
  after: string
}

const AT_ONCE = 8
const SEPARATOR = ' '

/** Dumps all leaves of every document, deleted ones included, so that a forged conflict is visible. */
export async function dump(couch: CouchClient): Promise<Dump> {
  const found = new Map<string, string>()
  const names = (await get(couch, '/_all_dbs')) as string[]
  const waiting = [...names]
  const work = async () => {
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop())
      for (const [id, value] of await dumpDatabase(couch, name)) found.set(name + SEPARATOR + id, value)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return found
}

async function dumpDatabase(couch: CouchClient, name: string): Promise<[id: string, value: string][]> {
  const path = `/${encodeURIComponent(name)}`
  const security = await get(couch, `${path}/_security`)
  // The database was deleted after it was listed.
  if (security === undefined) return []
  const changes = (await get(couch, `${path}/_changes?style=all_docs`)) as { results: Row[] } | undefined
  // The embedded server does not list local documents; only PouchDB's checkpoints would create any.
  const locals = (await get(couch, `${path}/_local_docs`)) as
    | { rows: { id: string; value: { rev: string } }[] }
    | undefined
  return [
    ['', 'there'],
    ['_security', JSON.stringify(security)],
    ...(locals?.rows ?? []).map(({ id, value }): [string, string] => [id, value.rev]),
    ...(changes?.results ?? []).map(({ id, changes, deleted }): [string, string] => [
      id,
      changes.map(({ rev }) => rev).join() + (deleted ? ' deleted' : ''),
    ]),
  ]
}

interface Row {
  id: string
  changes: { rev: string }[]
  deleted?: boolean
}

async function get(couch: CouchClient, path: string): Promise<unknown> {
  const { status, body } = await couch.try('GET', path)
  if (status === 200) return body
  if (status === 404) return undefined
  if (status === 400 && path.endsWith('/_local_docs')) return undefined
  throw new Error(`CouchDB answered ${status} to ${path}`)
}

export function differences(before: Dump, after: Dump): Change[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [was = '-', is = '-'] = [before.get(key), after.get(key)]
    const at = key.indexOf(SEPARATOR)
    return was === is ? [] : [{ database: key.slice(0, at), id: key.slice(at + 1), before: was, after: is }]
  })
}

/** True for what the service writes by itself, whatever the attacks: every ten minutes it mails suppliers what is new. */
export const isServiceWrite = ({ database, id }: Change): boolean =>
  (database === 'work' && ['lease:decider', 'feeds'].includes(id)) ||
  (database === 'jobs' && id.startsWith('digest:bulk-')) ||
  (database === 'outbox' && id.startsWith('mail:bulk-notification:')) ||
  database === '_global_changes'

/**
 * True for what every client may cause: becoming a visitor with a mailbox, leaving again, and the access log entries of
 * that.
 */
export const isVisitorWrite = ({ database, id, before }: Change): boolean =>
  (database === 'audit' && id.startsWith('access:')) ||
  (before === '-' &&
    (database.startsWith('mailbox-') ||
      (database === 'accounts' && id.startsWith('account:')) ||
      (database === 'work' && id.startsWith('departure:')) ||
      (database === 'credentials' && id.startsWith('session:'))))

/**
 * True if a session was signed out or was ended from another device by its second revision; a session may change in no
 * other way.
 */
export const isEndOfSession = ({ database, id, after }: Change, standing: ReadonlySet<string>): boolean =>
  database === 'credentials' &&
  id.startsWith('session:') &&
  !standing.has(id) &&
  (after.endsWith('deleted') || /^2-\w+$/.test(after))

export const describeChange = ({ database, id, before, after }: Change) =>
  `${database}${id ? `/${id}` : ''} changed from ${before.slice(0, 200)} to ${after.slice(0, 200)}`
