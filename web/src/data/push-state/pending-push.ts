import type { Pouch } from '../pouch/pouch.ts'
import { readPushProgress, recordPushProgress } from './push-progress.ts'
import { isRefused, readRejectedDocuments } from './rejected-documents.ts'

/** Facts passed over without noting it: more would make the next start read them all again. */
const PASSED_UNNOTED = 200

interface Scan {
  upTo: number
  /** Documents of this browser, as last written. */
  ours: Map<string, { seq: number; rev: string | undefined }>
}

const scans = new WeakMap<Pouch, Scan>()

/** Ids of what these devices wrote and the push has not come to yet; what the gate refused waits elsewhere. */
export async function pendingPushOf(db: Pouch, devices: readonly string[]): Promise<string[]> {
  const marks = await readPushProgress(db)
  const scan = scans.get(db) ?? { upTo: marks.upTo, ours: new Map() }
  scans.set(db, scan)

  const { results, last_seq } = await db.changes<{ device?: string }>({ since: scan.upTo, include_docs: true })
  for (const { id, seq, doc } of results)
    if (doc?.device !== undefined && devices.includes(doc.device))
      scan.ours.set(id, { seq: Number(seq), rev: doc._rev })
    else scan.ours.delete(id)
  scan.upTo = Math.max(scan.upTo, Number(last_seq))

  const { documents } = await readRejectedDocuments(db)
  for (const [id, { seq }] of scan.ours) if (seq <= marks.upTo) scan.ours.delete(id)
  if (scan.ours.size === 0 && scan.upTo - marks.upTo > PASSED_UNNOTED)
    // Only saves the next start some reading: a full storage must not keep anybody from counting.
    await recordPushProgress(db, scan.upTo, new Date().toISOString()).catch(() => undefined)
  return [...scan.ours].filter(([id, { rev }]) => !isRefused(documents[id], rev)).map(([id]) => id)
}
