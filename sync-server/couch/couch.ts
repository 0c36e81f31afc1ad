import nano from 'nano'
import { Agent, Dispatcher1Wrapper } from 'undici'

export interface Stored {
  _id: string
  _rev: string
}

/** A database that only the service reaches. Errors other than those named here are nano's, with `statusCode`. */
export interface Store {
  name: string
  get<T extends object>(id: string): Promise<(T & Stored) | undefined>
  /** Writes a document that must not be there yet. */
  create(doc: { _id: string }): Promise<'created' | 'exists'>
  /** Writes over the revision in `_rev`; answers the new revision. */
  put(doc: { _id: string; _rev?: string | undefined }): Promise<{ rev: string } | 'conflict'>
  /** Reads, changes and writes until no other writer came between; `change` answers undefined to leave it. */
  update<T extends object>(
    id: string,
    change: (doc: (T & Stored) | undefined) => (T & { _id: string }) | undefined,
  ): Promise<void>
  /** Documents with start ≤ id ≤ end, ascending. */
  range<T extends object>(start: string, end: string, limit?: number): Promise<(T & Stored)[]>
  ids(start: string, end: string, limit?: number): Promise<string[]>
  many<T extends object>(ids: string[]): Promise<((T & Stored) | undefined)[]>
  /** By the named index: while a changed one is being built beside it, CouchDB might choose that and wait for it. */
  find<T extends object>(index: string, query: nano.MangoQuery): Promise<(T & Stored)[]>
  remove(doc: Stored): Promise<'removed' | 'conflict'>
  nano: nano.DocumentScope<unknown>
}

export interface Couch {
  db(name: string): Store
  createDatabase(name: string, options?: { q?: number }): Promise<'created' | 'exists'>
  setSecurity(name: string, security: { members: Members; admins: Members }): Promise<void>
  destroyDatabase(name: string): Promise<void>
  /** True when CouchDB answers `_up`. */
  isUp(): Promise<boolean>
  /** Without credentials. */
  origin: string
  close(): Promise<void>
}

interface Members {
  names: string[]
  roles: string[]
}

/** Fewer nodes than a quorum took a write: it may last, or be lost. */
export class NoQuorum extends Error {}

export const isStatus = (error: unknown, ...statuses: number[]): boolean =>
  error instanceof Error && 'statusCode' in error && statuses.includes(Number(error.statusCode))

const READ_BACK_MS = [0, 50, 150, 400, 1000, 2000]
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** nano, with the status kept: it takes every 2xx as success, but on a cluster only 201 decides (202: no quorum). */
export function connectCouch(url: string): Couch {
  const statuses = new WeakMap<object, number>()
  const agent = new Agent({ connections: 64, keepAliveTimeout: 30_000 })
  const server = nano({
    url,
    // nano uses Node's own fetch, which is older than this Agent.
    agent: new Dispatcher1Wrapper(agent),
    log: (entry: { retval?: unknown; headers?: { statusCode?: number } }) => {
      if (typeof entry.retval === 'object' && entry.retval !== null && entry.headers?.statusCode)
        statuses.set(entry.retval, entry.headers.statusCode)
    },
  } as unknown as nano.Configuration)

  const db = (name: string): Store => {
    const scope = server.use<unknown>(name)

    async function read<T extends object>(id: string, query: Record<string, unknown> = {}) {
      try {
        return (await scope.get(id, query as nano.DocumentGetParams)) as unknown as T & Stored
      } catch (error) {
        if (isStatus(error, 404)) return undefined
        throw error
      }
    }

    /** Writes until a 201 says that a quorum holds it, or another writer's revision stands. */
    async function write(doc: { _id: string; _rev?: string | undefined }): Promise<{ rev: string } | 'conflict'> {
      let next = doc
      for (const wait of READ_BACK_MS) {
        try {
          const answer = await scope.insert(next as nano.MaybeDocument)
          if (statuses.get(answer) === 201) return { rev: answer.rev }
          await pause(wait)
          const winner = await read<object>(doc._id, { r: 3 })
          if (winner && winner._rev !== answer.rev) return 'conflict'
          if (winner) next = { ...doc, _rev: winner._rev }
        } catch (error) {
          if (isStatus(error, 409)) return 'conflict'
          throw error
        }
      }
      throw new NoQuorum(`${name}/${doc._id}: no quorum`)
    }

    return {
      name,
      nano: scope,
      get: read,
      put: write,
      create: async (doc) => ((await write(doc)) === 'conflict' ? 'exists' : 'created'),
      async update<T extends object>(
        id: string,
        change: (doc: (T & Stored) | undefined) => (T & { _id: string }) | undefined,
      ) {
        for (;;) {
          const before = await read<T>(id)
          const after = change(before)
          if (!after) return
          const answer = await write(before ? { ...after, _rev: before._rev } : after)
          if (answer !== 'conflict') return
        }
      },
      async range<T extends object>(start: string, end: string, limit?: number) {
        const answer = await scope.list({
          startkey: start,
          endkey: end,
          include_docs: true,
          ...(limit ? { limit } : {}),
        })
        return answer.rows.flatMap((row) => (row.doc ? [row.doc as unknown as T & Stored] : []))
      },
      async ids(start, end, limit) {
        const answer = await scope.list({ startkey: start, endkey: end, ...(limit ? { limit } : {}) })
        return answer.rows.map((row) => row.id)
      },
      async many<T extends object>(ids: string[]) {
        if (ids.length === 0) return []
        const answer = await scope.fetch({ keys: ids })
        return answer.rows.map((row) => ('doc' in row && row.doc ? (row.doc as unknown as T & Stored) : undefined))
      },
      async find<T extends object>(index: string, query: nano.MangoQuery) {
        const answer = await scope.find({ ...query, use_index: index })
        return answer.docs as unknown as (T & Stored)[]
      },
      async remove(doc) {
        try {
          await scope.destroy(doc._id, doc._rev)
          return 'removed'
        } catch (error) {
          if (isStatus(error, 404, 409)) return 'conflict'
          throw error
        }
      },
    }
  }

  return {
    db,
    origin: new URL(url).origin,
    async createDatabase(name, options = {}) {
      try {
        await server.request({ method: 'PUT', db: name, ...(options.q ? { qs: { q: options.q } } : {}) })
        return 'created'
      } catch (error) {
        if (isStatus(error, 412)) return 'exists'
        throw error
      }
    },
    async setSecurity(name, security) {
      await server.request({ method: 'PUT', db: name, path: '_security', body: security })
    },
    async destroyDatabase(name) {
      await server.db.destroy(name).catch((error: unknown) => {
        if (!isStatus(error, 404)) throw error
      })
    },
    async isUp() {
      try {
        await server.request({ path: '_up' })
        return true
      } catch {
        return false
      }
    },
    close: () => agent.close(),
  }
}
