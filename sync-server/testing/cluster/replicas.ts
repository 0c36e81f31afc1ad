import type { IncomingHttpHeaders } from 'node:http'
import { request } from 'undici'
import { REPLICAS } from './faults.ts'

export interface Call {
  method: string
  /** The path with its query. */
  path: string
  headers: IncomingHttpHeaders
  body?: string
}

export interface Reply {
  status: number
  text: string
}

type Doc = Record<string, unknown> & { _rev: string }

/** Three servers that eventually hold the same documents. */
export interface Replicas {
  ask(copy: number, call: Call): Promise<Reply>
  /** Copies all leaves that one of these copies has to the others, as CouchDB's own replication does. */
  level(db: string, id: string, copies?: readonly number[]): Promise<void>
  /** Returns the copies that have the document. */
  holders(db: string, id: string): Promise<number[]>
}

export function openReplicas(urls: readonly string[], authorization: string): Replicas {
  async function ask(copy: number, { method, path, headers, body }: Call): Promise<Reply> {
    const { accept, authorization, 'content-type': type } = headers
    const answer = await request(`${urls[copy]}${path}`, {
      method: method as 'GET',
      headers: {
        ...(accept ? { accept } : {}),
        ...(authorization ? { authorization } : {}),
        ...(type ? { 'content-type': type } : {}),
      },
      ...(body ? { body } : {}),
    })
    return { status: answer.statusCode, text: await answer.body.text() }
  }

  const headers = { authorization, accept: 'application/json', 'content-type': 'application/json' }

  async function leaves(copy: number, db: string, id: string): Promise<Doc[]> {
    const path = `/${db}/${id}?open_revs=all&revs=true&attachments=true`
    const { status, text } = await ask(copy, { method: 'GET', path, headers })
    if (status !== 200) return []
    return (JSON.parse(text) as { ok?: Doc }[]).flatMap(({ ok }) => (ok ? [ok] : []))
  }

  return {
    ask,

    async holders(db, id) {
      const there = await Promise.all(
        REPLICAS.map((copy) => ask(copy, { method: 'GET', path: `/${db}/${id}`, headers })),
      )
      return REPLICAS.filter((copy) => there[copy]?.status === 200)
    },

    async level(db, id, copies = REPLICAS) {
      const there = await Promise.all(copies.map((copy) => leaves(copy, db, id)))
      const all = new Map(there.flat().map((doc) => [doc._rev, doc]))
      await Promise.all(
        copies.map(async (copy, i) => {
          const known = new Set(there[i]?.map(({ _rev }) => _rev))
          const docs = [...all.values()].filter(({ _rev }) => !known.has(_rev))
          if (docs.length === 0) return
          const body = JSON.stringify({ docs, new_edits: false })
          await ask(copy, { method: 'POST', path: `/${db}/_bulk_docs`, headers, body })
        }),
      )
    },
  }
}
