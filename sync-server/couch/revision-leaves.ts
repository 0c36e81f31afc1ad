import { createHash, randomUUID } from 'node:crypto'
import type { Connection } from './connect.ts'
import { isStatus } from './failures.ts'

/** One end of a document's revision tree; two writers that were both told 202 leave one each. */
export interface Leaf {
  rev: string
  /** Revisions from this one back to the first, as far as they are kept. */
  history: string[]
  isDeleted: boolean
  /** Without `_rev` and the like. */
  body: Record<string, unknown>
}

export interface RevisionLeaves {
  read(id: string): Promise<Leaf[]>
  /** Bodies of older revisions; undefined where compaction took them. */
  bodies(id: string, revs: string[]): Promise<(Leaf['body'] | undefined)[]>
  /** Hands the revision to every copy, as CouchDB's own replication would. True: a quorum has it. */
  spread(id: string, leaf: Leaf): Promise<boolean>
  /** Ends this leaf, also where it has not arrived yet. True: a quorum has that. */
  withdraw(id: string, history: string[]): Promise<boolean>
}

/**
 * CouchDB asks as many copies as `r` says. Asked for more than can answer it waits for all that live, repairs those that
 * differ and answers all the same (fabric_doc_open_revs.erl): with r = n = 3 nobody who lives is left out, but such a
 * read proves no quorum. Nor does a replicated write: CouchDB 3.5 answers 201 to it whoever took it (seen with two of
 * three nodes away). Only the status of an ordinary write does, so one of those follows: a probe.
 */
const ALL_COPIES = 3

type OpenRevs = ({ ok: Record<string, unknown> } | { missing: string })[]

export const generationOf = (rev: string | undefined): number => (rev ? Number.parseInt(rev, 10) : 0)

/** As CouchDB chooses among leaves that are not deleted: the longer history, then the greater hash. */
export function outranks(one: string, other: string): boolean {
  const [a, b] = [generationOf(one), generationOf(other)]
  return a === b ? one.slice(one.indexOf('-')) > other.slice(other.indexOf('-')) : a > b
}

/** `probeDb`: of the same cluster, where a document more harms nobody. */
export function openRevisionLeaves(connection: Connection, db: string, probeDb = db): RevisionLeaves {
  const openRevs = (doc: string, revs: string) =>
    connection
      .read<OpenRevs>({ db, doc, qs: { open_revs: revs, revs: true, r: ALL_COPIES } })
      .catch((error: unknown): OpenRevs => {
        if (isStatus(error, 404)) return []
        throw error
      })

  const insert = async (doc: object): Promise<boolean> => {
    const body = { docs: [doc], new_edits: false }
    const answer = await connection.write<unknown[]>({ db, method: 'POST', path: '_bulk_docs', body })
    return answer.decided && answer.body.length === 0 && (await hasQuorum())
  }

  async function hasQuorum(): Promise<boolean> {
    const probe = { db: probeDb, doc: `quorum:${randomUUID()}` }
    const answer = await connection.write<{ rev: string }>({ ...probe, method: 'PUT', body: { type: 'quorum-probe' } })
    if (!answer.decided) return false
    await connection.write({ ...probe, method: 'DELETE', qs: { rev: answer.body.rev } }).catch(() => undefined)
    return true
  }

  return {
    async read(id) {
      const answers = await openRevs(id, 'all')
      return answers.flatMap((answer) => ('ok' in answer ? [leafOf(answer.ok)] : []))
    },

    async bodies(id, revs) {
      if (revs.length === 0) return []
      const answers = await openRevs(id, JSON.stringify(revs))
      const found = answers.flatMap((answer) => ('ok' in answer ? [leafOf(answer.ok)] : []))
      return revs.map((rev) => found.find((leaf) => leaf.rev === rev)?.body)
    },

    spread: (id, { rev, history, isDeleted, body }) =>
      insert({
        ...body,
        _id: id,
        _rev: rev,
        ...(isDeleted ? { _deleted: true } : {}),
        _revisions: revisionsOf(history),
      }),

    withdraw(id, history) {
      const end = endOf(history[0])
      return insert({ _id: id, _rev: end, _deleted: true, _revisions: revisionsOf([end, ...history]) })
    },
  }
}

/** Told from a deletion that somebody asked for by its revision. */
export const isWithdrawn = ({ rev, history, isDeleted }: Leaf): boolean => isDeleted && rev === endOf(history[1])

const endOf = (rev = '') => `${generationOf(rev) + 1}-${createHash('md5').update(`${rev} withdrawn`).digest('hex')}`

const hashOf = (rev: string) => rev.slice(rev.indexOf('-') + 1)

const revisionsOf = (history: string[]) => ({ start: generationOf(history[0]), ids: history.map(hashOf) })

function leafOf({ _id, _rev, _revisions, _deleted, ...body }: Record<string, unknown>): Leaf {
  const { start, ids } = _revisions as { start: number; ids: string[] }
  return {
    rev: String(_rev),
    history: ids.map((hash, age) => `${start - age}-${hash}`),
    isDeleted: _deleted === true,
    body,
  }
}
