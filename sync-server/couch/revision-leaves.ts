import { createHash, randomUUID } from 'node:crypto'
import type { Connection } from './connect.ts'
import { isStatus } from './failures.ts'

/** One leaf of a document's revision tree. Two writers that were both told 202 leave one each. */
export interface Leaf {
  rev: string
  /** Revisions from this one back to the first, as far as CouchDB keeps them. */
  history: string[]
  isDeleted: boolean
  /** The content without `_rev` and other metadata. */
  body: Record<string, unknown>
}

export interface RevisionLeaves {
  read(id: string): Promise<Leaf[]>
  /** Returns the bodies of older revisions; undefined for those that were compacted. */
  bodies(id: string, revs: string[]): Promise<(Leaf['body'] | undefined)[]>
  /** Stores the revision on every node, as CouchDB's own replication would. Returns true if a quorum has it. */
  spread(id: string, leaf: Leaf): Promise<boolean>
  /** Deletes this leaf, also on nodes that do not have it yet. Returns true if a quorum has the deletion. */
  withdraw(id: string, history: string[]): Promise<boolean>
}

/**
 * CouchDB reads as many copies as `r` says. If fewer nodes answer, it waits for all that are alive, repairs those that
 * differ, and still answers (fabric_doc_open_revs.erl). So r = n = 3 leaves out no living node, but such a read proves
 * no quorum. A replicated write proves none either: CouchDB 3.5 returns 201 for it even if only one node stored it (seen
 * with two of three nodes away). Only the status of an ordinary write does, so one follows as a probe.
 */
const ALL_COPIES = 3

type OpenRevs = ({ ok: Record<string, unknown> } | { missing: string })[]

export const generationOf = (rev: string | undefined): number => (rev ? Number.parseInt(rev, 10) : 0)

/** CouchDB's order among leaves that are not deleted: the longer history wins, then the greater hash. */
export function outranks(one: string, other: string): boolean {
  const [a, b] = [generationOf(one), generationOf(other)]
  return a === b ? one.slice(one.indexOf('-')) > other.slice(other.indexOf('-')) : a > b
}

/** `probeDb` is a database of the same cluster in which one more document does no harm. */
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

/** A withdrawal is recognised by its revision; a deletion that somebody asked for has another one. */
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
