import type { Pouch } from '../../pouch/pouch.ts'
import { clearRejected, readRejectedDocuments } from '../../push-state/rejected-documents.ts'
import type { Remote } from './replicate.ts'

interface Options {
  now: () => Date
  announce: (ids: readonly string[]) => void
}

/** Of the gate's reasons those that can pass: room is made, a role is given, a newer service understands more. */
const PASSING = ['mailbox_full', 'not_allowed', 'not_understood', 'too_large']

/** Offers documents that the gate refused once more; false if one was refused again. Rejects without an answer. */
export async function retryRejected(local: Pouch, remote: Remote, ids: readonly string[], options: Options) {
  const push = await remote.push(local, { ...options, live: false, batchSize: 100, checkpoint: false, ids })
  const { doc_write_failures } = await push.replication
  await push.noted()
  if (doc_write_failures > 0) return false
  await clearRejected(local, ids)
  options.announce(['refused', ...ids])
  return true
}

/** An order is left to the person, who was told that it is none; so is what they have put away. */
export async function idsToRetry(local: Pouch): Promise<string[]> {
  const { documents, dismissed } = await readRejectedDocuments(local)
  return Object.entries(documents).flatMap(([id, { reason }]) =>
    PASSING.includes(reason) && !id.startsWith('intent:') && !(id in dismissed) ? [id] : [],
  )
}
