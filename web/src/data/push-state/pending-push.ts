import { now } from '../../clock/page-clock.ts'
import type { Pouch } from '../pouch/pouch.ts'
import { readPushProgress, recordPushProgress } from './push-progress.ts'
import { isRefused, readRejectedDocuments } from './rejected-documents.ts'

/** The progress is stored after this many facts: otherwise the next start would read them all again. */
const PASSED_UNNOTED = 200

interface Scan {
  upTo: number
  /** Documents that this browser wrote, at their latest revision. */
  ours: Map<string, { seq: number; rev: string | undefined }>
}

const scans = new WeakMap<Pouch, Scan>()

/**
 * Ids of the documents that these devices wrote and that the push has not reached yet, without those that the gate
 * refused.
 */
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
    // This write only saves the next start some reading: on a full storage counting must still work.
    await recordPushProgress(db, scan.upTo, now().toISOString()).catch(() => undefined)
  return [...scan.ours].filter(([id, { rev }]) => !isRefused(documents[id], rev)).map(([id]) => id)
}
