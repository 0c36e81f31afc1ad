import { randomUUID } from 'node:crypto'
import type { Connection } from './connect.ts'
import { isStatus } from './failures.ts'
import {
  type Attempt,
  type Decision,
  type Draft,
  resolveUndecidedWrite,
  WRITE_ID_FIELD,
} from './resolve-undecided-write.ts'
import { openRevisionLeaves } from './revision-leaves.ts'

export interface Writer {
  write(doc: Draft): Promise<Decision>
  /** Writes in order, in one request; those without a quorum are each resolved separately. */
  writeAll(docs: Draft[]): Promise<Decision[]>
}

interface Options {
  /**
   * False for databases that are replicated to devices, whose schemas have no write id: there, equal content counts as
   * the same write.
   */
  isStamped: boolean
}

/** Writes documents: a 201 decides, and everything else is resolved. */
export function openWriter(connection: Connection, db: string, { isStamped }: Options): Writer {
  const needs = { name: db, leaves: openRevisionLeaves(connection, db, isStamped ? db : 'work'), stamped, attempt }

  function stamped(doc: Draft): Draft {
    return isStamped ? { ...doc, [WRITE_ID_FIELD]: randomUUID() } : doc
  }

  async function attempt(doc: Draft): Promise<Attempt> {
    try {
      const answer = await connection.write<{ rev: string }>({ db, doc: doc._id, method: 'PUT', body: doc })
      if (answer.decided) return { decided: true, rev: answer.body.rev }
      return { decided: false, rev: answer.body?.rev, cause: answer.cause }
    } catch (error) {
      if (isStatus(error, 409)) return 'conflict'
      throw error
    }
  }

  return {
    async write(draft) {
      const doc = stamped(draft)
      const answer = await attempt(doc)
      if (answer === 'conflict') return answer
      if (!answer.decided) return resolveUndecidedWrite(doc, answer, needs)
      // A quorum stored it, but its parent may have had a rival, so check once; a new document has no parent.
      return doc._rev === undefined
        ? { rev: answer.rev }
        : resolveUndecidedWrite(doc, { rev: answer.rev, isTaken: true }, needs)
    },

    async writeAll(drafts) {
      if (drafts.length === 0) return []
      const docs = drafts.map(stamped)
      const all = await connection.write<BulkAnswer[]>({ db, path: '_bulk_docs', method: 'POST', body: { docs } })
      return Promise.all(
        docs.map((doc, i): Decision | Promise<Decision> => {
          const one = all.body?.[i]
          if (one?.error === 'conflict') return 'conflict'
          if (all.decided && one?.rev && !one.error && !one.accepted) return { rev: one.rev }
          return resolveUndecidedWrite(doc, { rev: one?.rev, ...(all.decided ? {} : { cause: all.cause }) }, needs)
        }),
      )
    },
  }
}

/** CouchDB sets `accepted` on each document that has no quorum. */
interface BulkAnswer {
  rev?: string
  error?: string
  accepted?: boolean
}
