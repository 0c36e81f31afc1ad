import { type Intent, receiptId, ulidOf } from '#model'
import { changeLocal, readLocal } from '../pouch/local-document.ts'
import type { Pouch } from '../pouch/pouch.ts'
import { readRejectedDocuments } from './rejected-documents.ts'

/** How far the push has come, and when each intent that has no receipt yet was sent. */
export interface PushProgress {
  /** Local sequence up to which the gate has seen everything. */
  upTo: number
  times: Record<string, string>
}

const none: PushProgress = { upTo: 0, times: {} }

export const readPushProgress = (db: Pouch): Promise<PushProgress> => readLocal(db, 'sent', none)

/**
 * Records that the push has reached this local sequence, so that its intents are sent. Returns the ids that were newly
 * marked.
 */
export async function recordPushProgress(db: Pouch, upTo: number, at: string): Promise<string[]> {
  const marked = new Set<string>()
  await changeLocal(db, 'sent', none, async (marks) => {
    if (upTo <= marks.upTo) return marks
    const refusals = await readRejectedDocuments(db)
    for (const { id, seq } of await intentsSince(db, marks.upTo))
      if (seq <= upTo && !(id in refusals.documents) && !(id in marks.times)) marked.add(id)
    const times = { ...marks.times, ...Object.fromEntries([...marked].map((id) => [id, at])) }
    return { upTo, times: await withoutAnswered(db, times) }
  })
  return [...marked]
}

/** Drops the times of intents that have a receipt: the receipt says when they arrived. */
async function withoutAnswered(db: Pouch, times: Record<string, string>) {
  const ids = Object.keys(times)
  const { rows } = await db.allDocs({ keys: ids.map((id) => receiptId(ulidOf(id))) })
  return Object.fromEntries(Object.entries(times).filter((_, index) => rows[index] && 'error' in rows[index]))
}

async function intentsSince(db: Pouch, since: number) {
  const { results } = await db.changes<Intent>({ since, include_docs: true })
  return results.flatMap(({ doc, seq }) => (doc?.type === 'intent' ? [{ id: doc._id, seq: Number(seq) }] : []))
}
