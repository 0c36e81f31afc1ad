import type nano from 'nano'
import { pauseWithJitter } from './back-off.ts'
import type { Connection } from './connect.ts'
import { isStatus, Undecided } from './failures.ts'
import { type Decision, isSameContent, WRITE_ID_FIELD } from './resolve-undecided-write.ts'
import { openWriter } from './write.ts'

export interface Stored {
  _id: string
  _rev: string
}

/** A revision as it is copied from one database to another. */
export interface Replicated extends Stored {
  _deleted?: boolean
  /** Its revision history. */
  _revisions?: { start: number; ids: string[] }
}

/**
 * A database that only the service accesses. A write returns what a quorum holds, or throws `Undecided`; other errors
 * are nano's, with `statusCode`. Reading one document asks the majority of its copies; a list reads one copy of each
 * shard.
 */
export interface Store {
  name: string
  get<T extends object>(id: string): Promise<(T & Stored) | undefined>
  /** Returns the revision that CouchDB chose, and after it those that conflict with it; empty if no document exists. */
  standing<T extends object>(id: string): Promise<(T & Stored)[]>
  /**
   * Creates a document. Returns 'exists' if there is a different one under this id; an identical one counts as created.
   */
  create<T extends { _id: string }>(doc: T): Promise<'created' | 'exists'>
  /** Replaces the revision in `_rev`; returns the new revision. */
  put<T extends { _id: string; _rev?: string | undefined }>(doc: T): Promise<Decision>
  /**
   * As `put` for several documents, in order, in one request, and without the second check of what a 201 wrote over a
   * parent.
   */
  putAll(docs: { _id: string; _rev?: string | undefined }[]): Promise<Decision[]>
  /**
   * Reads, changes and writes until no other writer came between; `change` returns undefined to leave the document as
   * it is.
   */
  update<T extends object>(
    id: string,
    change: (doc: (T & Stored) | undefined) => (T & { _id: string }) | undefined,
  ): Promise<void>
  /** Returns documents with start ≤ id ≤ end, ascending. */
  range<T extends object>(start: string, end: string, limit?: number): Promise<(T & Stored)[]>
  ids(start: string, end: string, limit?: number): Promise<string[]>
  many<T extends object>(ids: string[]): Promise<((T & Stored) | undefined)[]>
  /** Returns the winning revisions by id, of deleted documents too. */
  revs(ids: string[]): Promise<Map<string, string>>
  /** Returns those of these ids whose document was deleted. */
  removed(ids: string[]): Promise<Set<string>>
  /** Returns the revisions of all leaves by id, deleted ones too. */
  leaves(ids: string[]): Promise<Map<string, Set<string>>>
  /**
   * Queries the named index: without a name, CouchDB might choose a changed index that is still being built, and wait
   * for it.
   */
  find<T extends object>(index: string, query: nano.MangoQuery): Promise<(T & Stored)[]>
  /**
   * Returns the values of a reduced view by key, or only those of the lists that begin with `first`; the view has the
   * name of its design document.
   */
  reduced<V = number>(view: string, first?: string): Promise<Map<unknown, V>>
  /** Returns the ids of the documents for which a view with a reduce function emits this key. */
  idsByKey(view: string, key: string): Promise<string[]>
  remove(doc: Stored): Promise<'removed' | 'conflict'>
  size(): Promise<{ documents: number; deleted: number; bytes: number }>
  /** Returns the update sequence, which changes with every write. */
  lastSeq(): Promise<string>
  /** Returns a page of the changes after `since`: all leaves, deleted ones too, with their histories. */
  changedSince(since: string): Promise<{ docs: Replicated[]; lastSeq: string; isEnd: boolean }>
  /** Stores these exact revisions; this proves no quorum. */
  replicate(docs: Replicated[]): Promise<void>
}

const CHANGES_AT_ONCE = 200
const UPDATES_AT_MOST = 30
const UPDATE_WAIT_MS = 20
const FAR_REVISION = `999999999-${'f'.repeat(32)}`

export function openStore(connection: Connection, name: string, options: { isStamped: boolean }): Store {
  const { write, writeAll } = openWriter(connection, name, options)
  const limited = (limit: number | undefined) => (limit ? { limit } : {})

  async function get<T extends object>(id: string) {
    try {
      return unstamped(await connection.read<T & Stored>({ db: name, doc: id }))
    } catch (error) {
      if (isStatus(error, 404)) return undefined
      throw error
    }
  }

  const list = (qs: object) => connection.read<Listing>({ db: name, path: '_all_docs', qs })
  const listed = (keys: string[], qs: object) =>
    connection.read<Listing>({ db: name, path: '_all_docs', method: 'POST', body: { keys }, qs })

  return {
    name,
    get,

    async standing<T extends object>(id: string) {
      type Found = T & Stored & { _conflicts?: string[] }
      try {
        const { _conflicts, ...chosen } = await connection.read<Found>({ db: name, doc: id, qs: { conflicts: true } })
        const others = (_conflicts ?? []).map((rev) => connection.read<T & Stored>({ db: name, doc: id, qs: { rev } }))
        return [chosen as T & Stored, ...(await Promise.all(others))].map(unstamped)
      } catch (error) {
        if (isStatus(error, 404)) return []
        throw error
      }
    },
    put: write,
    putAll: writeAll,

    async create(doc) {
      if ((await write(doc)) !== 'conflict') return 'created'
      const there = await get(doc._id)
      return there && isSameContent(there, doc) ? 'created' : 'exists'
    },

    async update<T extends object>(
      id: string,
      change: (doc: (T & Stored) | undefined) => (T & { _id: string }) | undefined,
    ) {
      for (let tries = 1; tries <= UPDATES_AT_MOST; tries += 1) {
        const before = await get<T>(id)
        const after = change(before)
        if (!after || (await write(before ? { ...after, _rev: before._rev } : after)) !== 'conflict') return
        await pauseWithJitter(UPDATE_WAIT_MS * Math.min(tries, 10))
      }
      throw new Undecided(`${name}/${id}: others kept writing it`)
    },

    async range<T extends object>(start: string, end: string, limit?: number) {
      const qs = { startkey: start, endkey: end, include_docs: true, ...limited(limit) }
      return (await list(qs)).rows.flatMap(({ doc }) => (doc ? [unstamped(doc as T & Stored)] : []))
    },

    async ids(start, end, limit) {
      return (await list({ startkey: start, endkey: end, ...limited(limit) })).rows.map((row) => row.id)
    },

    async many<T extends object>(ids: string[]) {
      if (ids.length === 0) return []
      const { rows } = await listed(ids, { include_docs: true })
      return rows.map(({ doc }) => (doc ? unstamped(doc as T & Stored) : undefined))
    },

    async revs(ids) {
      if (ids.length === 0) return new Map()
      const { rows } = await listed(ids, {})
      return new Map(rows.flatMap(({ key, value }) => (value ? [[key, value.rev] as const] : [])))
    },

    async removed(ids) {
      if (ids.length === 0) return new Set()
      const { rows } = await listed(ids, {})
      return new Set(rows.flatMap(({ key, value }) => (value?.deleted ? [key] : [])))
    },

    async leaves(ids) {
      // `_revs_diff` returns all possible ancestors of a revision with an impossibly high generation, which are all
      // leaves.
      const body = Object.fromEntries(ids.map((id) => [id, [FAR_REVISION]]))
      const request = { db: name, path: '_revs_diff', method: 'POST', body } as const
      const found = await connection.read<Record<string, { possible_ancestors?: string[] }>>(request)
      return new Map(ids.map((id) => [id, new Set(found[id]?.possible_ancestors)]))
    },

    async find<T extends object>(index: string, query: nano.MangoQuery) {
      const request = { db: name, path: '_find', method: 'POST', body: { ...query, use_index: index } } as const
      return (await connection.read<{ docs: (T & Stored)[] }>(request)).docs.map(unstamped)
    },

    async reduced<V>(view: string, first?: string) {
      const path = `_design/${view}/_view/${view}`
      type Rows = { rows: { key: unknown; value: V }[] }
      const range = first !== undefined && { startkey: [first], endkey: [first, {}] }
      const { rows } = await connection.read<Rows>({ db: name, path, qs: { group: true, ...range } })
      return new Map(rows.map(({ key, value }) => [key, value]))
    },

    async idsByKey(view, key) {
      const path = `_design/${view}/_view/${view}`
      const qs = { reduce: false, key }
      return (await connection.read<Pick<Listing, 'rows'>>({ db: name, path, qs })).rows.map(({ id }) => id)
    },

    async remove({ _id, _rev }) {
      return (await write({ _id, _rev, _deleted: true })) === 'conflict' ? 'conflict' : 'removed'
    },

    async size() {
      const info = await connection.read<nano.DatabaseGetResponse>({ db: name })
      return { documents: info.doc_count, deleted: info.doc_del_count, bytes: info.sizes.external }
    },

    async lastSeq() {
      return String((await connection.read<nano.DatabaseGetResponse>({ db: name })).update_seq)
    },

    async changedSince(since) {
      const qs = { since, limit: CHANGES_AT_ONCE, style: 'all_docs' }
      const { results, last_seq } = await connection.read<Changes>({ db: name, path: '_changes', qs })
      const wanted = results.flatMap(({ id, changes }) => changes.map(({ rev }) => ({ id, rev })))
      const request = {
        db: name,
        path: '_bulk_get',
        method: 'POST',
        body: { docs: wanted },
        qs: { revs: true },
      } as const
      const found = wanted.length === 0 ? [] : (await connection.read<BulkGet>(request)).results
      const docs = found.flatMap(({ docs }) => docs.flatMap(({ ok }) => ok ?? []))
      return { docs, lastSeq: String(last_seq), isEnd: results.length < CHANGES_AT_ONCE }
    },

    async replicate(docs) {
      if (docs.length === 0) return
      const body = { docs, new_edits: false }
      const answer = await connection.write<unknown[]>({ db: name, path: '_bulk_docs', method: 'POST', body })
      if (!answer.decided || answer.body.length > 0) throw new Undecided(`${name}: not all revisions were taken`)
    },
  }
}

interface Changes {
  results: { id: string; changes: { rev: string }[] }[]
  last_seq: string | number
}

interface BulkGet {
  results: { docs: { ok?: Replicated }[] }[]
}

interface Listing {
  rows: { id: string; key: string; value?: { rev: string; deleted?: boolean } | null; doc?: object | null }[]
}

function unstamped<T extends object>(stored: T): T {
  if (!(WRITE_ID_FIELD in stored)) return stored
  const { [WRITE_ID_FIELD]: _, ...doc } = stored
  return doc as T
}
