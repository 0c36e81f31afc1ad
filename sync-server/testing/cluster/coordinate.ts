import { setTimeout as pause } from 'node:timers/promises'
import { REPLICAS } from './faults.ts'
import type { Call, Replicas, Reply } from './replicas.ts'

const QUORUM = 2
const SPREAD_MS = 60

export interface Coordinator {
  /** Writes one document: 201 from two copies on, 202 from one (fabric_doc_update.erl). */
  write(call: Call, copies: readonly number[]): Promise<Reply>
  /** `_bulk_docs`: several documents in one request. */
  writeAll(call: Call, copies: readonly number[]): Promise<Reply>
  /**
   * Reads one document from a majority, or from all with `r=3`; differing copies are made equal first
   * (fabric_doc_open.erl).
   */
  read(call: Call): Promise<Reply>
  /** For requests without counted copies: databases, settings, indexes. */
  tellAll(call: Call): Promise<Reply>
  /** Resolves when every copy has what a write did not reach at first. */
  levelled(): Promise<void>
}

interface Needs {
  copies: Replicas
  random: () => number
  /** Returns false if copies that a write did not reach wait for `levelled`. */
  levelsItself: () => boolean
}

type BulkRow = { id?: string; ok?: boolean; accepted?: boolean; rev?: string; error?: string; reason?: string }
type Outcome = { rev: string } | { error: string; reason?: string | undefined; status: number }

/** Handles the copies of a document as the receiving node of a cluster does. */
export function openCoordinator({ copies, random, levelsItself }: Needs): Coordinator {
  const unequal = new Map<string, { db: string; id: string }>()

  function levelLater(db: string, id: string) {
    const key = `${db}/${id}`
    unequal.set(key, { db, id })
    const wait = random() * SPREAD_MS
    if (levelsItself()) void pause(wait).then(() => (unequal.has(key) ? level(key) : undefined))
  }

  async function level(key: string) {
    const doc = unequal.get(key)
    unequal.delete(key)
    // If the database was deleted meanwhile, there is nothing to do.
    if (doc) await copies.level(doc.db, doc.id).catch(() => {})
  }

  const shuffled = (some: readonly number[]) =>
    some
      .map((copy) => ({ copy, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ copy }) => copy)

  /** Sends at slightly different times, so that each of two writers may be first at a different copy. */
  const askEach = (call: Call, some: readonly number[]) =>
    Promise.all(
      some.map(async (copy) => {
        await pause(random() * 3)
        return copies.ask(copy, call)
      }),
    )

  return {
    async write(call, reached) {
      const replies = await askEach(call, reached)
      const outcomes = replies.map(({ status, text }): Outcome => {
        const { rev, error, reason } = JSON.parse(text) as BulkRow
        return status < 300 ? { rev: rev ?? '' } : { error: error ?? '', reason, status }
      })
      const [, db = '', ...id] = call.path.split('?', 1)[0]?.split('/') ?? []
      const { count, outcome } = tally(outcomes)
      if (count > 0 && count < REPLICAS.length) levelLater(db, id.join('/'))
      if ('error' in outcome) return reply(outcome.status, { error: outcome.error, reason: outcome.reason })
      const decided = call.method === 'DELETE' ? 200 : 201
      return reply(count >= QUORUM ? decided : 202, {
        ok: true,
        id: decodeURIComponent(id.join('/')),
        rev: outcome.rev,
      })
    },

    async writeAll(call, reached) {
      const { docs, new_edits: isNewEdit = true } = JSON.parse(call.body ?? '{}') as {
        docs: { _id: string; _rev?: string }[]
        new_edits?: boolean
      }
      const replies = await askEach(call, reached)
      const refusal = replies.find(({ status }) => status !== 201)
      if (refusal) return refusal
      const [, db = ''] = call.path.split('/')
      const answers = replies.map(({ text }) => JSON.parse(text) as BulkRow[])
      let isDecided = true
      const rows = docs.map((doc, i): BulkRow => {
        const outcomes = answers.map((rows): Outcome => {
          const row = isNewEdit ? rows[i] : rows.find(({ id }) => id === doc._id)
          return row?.error
            ? { error: row.error, reason: row.reason, status: 403 }
            : { rev: row?.rev ?? doc._rev ?? '' }
        })
        const { count, outcome } = tally(outcomes)
        if (count > 0 && count < REPLICAS.length) levelLater(db, encodeURIComponent(doc._id))
        if ('error' in outcome) return { id: doc._id, error: outcome.error, reason: outcome.reason ?? '' }
        if (count >= QUORUM) return { ok: true, id: doc._id, rev: outcome.rev }
        isDecided = false
        return { ok: true, id: doc._id, rev: outcome.rev, accepted: true }
      })
      return reply(isDecided ? 201 : 202, isNewEdit ? rows : rows.filter(({ error }) => error))
    },

    async read(call) {
      const [path = '', query = ''] = call.path.split('?')
      const [, db = '', ...id] = path.split('/')
      const asked = shuffled(REPLICAS).slice(0, new URLSearchParams(query).get('r') === '3' ? REPLICAS.length : QUORUM)
      const replies = await Promise.all(asked.map((copy) => copies.ask(copy, call)))
      const [first] = replies
      if (first && replies.every(({ status, text }) => status === first.status && text === first.text)) return first
      await copies.level(db, id.join('/'), asked)
      return copies.ask(asked[0] ?? 0, call)
    },

    async tellAll(call) {
      const replies = await Promise.all(REPLICAS.map((copy) => copies.ask(copy, call)))
      return replies.find(({ status }) => status >= 300) ?? replies[0] ?? reply(500, {})
    },

    async levelled() {
      while (unequal.size > 0) await Promise.all([...unequal.keys()].map(level))
    },
  }
}

/**
 * One copy that stored the write outvotes those that refused it; only the number of copies decides between 201 and 202.
 */
function tally(outcomes: Outcome[]): { count: number; outcome: Outcome } {
  const taken = outcomes.filter((outcome) => 'rev' in outcome)
  return { count: taken.length, outcome: taken[0] ?? outcomes[0] ?? { error: 'internal_server_error', status: 500 } }
}

export const reply = (status: number, body: object): Reply => ({ status, text: `${JSON.stringify(body)}\n` })
