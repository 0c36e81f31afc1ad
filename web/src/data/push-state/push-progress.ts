import { type Intent, receiptId, ulidOf } from '#model'
import { changeLocal, readLocal } from '../pouch/local-document.ts'
import type { Pouch } from '../pouch/pouch.ts'
import { readRejectedDocuments } from './rejected-documents.ts'

/** How far the push has come, and when each intent without a receipt went out. */
export interface PushProgress {
  /** Local sequence up to which the gate has seen everything. */
  upTo: number
  times: Record<string, string>
}

const none: PushProgress = { upTo: 0, times: {} }

export const readPushProgress = (db: Pouch): Promise<PushProgress> => readLocal(db, 'sent', none)

/** The push has come to this local sequence: its intents are sent. Returns the ids of those newly marked. */
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

/** Its receipt says when an intent arrived; the mark has done its work. */
async function withoutAnswered(db: Pouch, times: Record<string, string>) {
  const ids = Object.keys(times)
  const { rows } = await db.allDocs({ keys: ids.map((id) => receiptId(ulidOf(id))) })
  return Object.fromEntries(Object.entries(times).filter((_, index) => rows[index] && 'error' in rows[index]))
}

async function intentsSince(db: Pouch, since: number) {
  const { results } = await db.changes<Intent>({ since, include_docs: true })
  return results.flatMap(({ doc, seq }) => (doc?.type === 'intent' ? [{ id: doc._id, seq: Number(seq) }] : []))
}
