import type { Pouch } from '../../pouch/pouch.ts'
import { clearRejected, readRejectedDocuments } from '../../push-state/rejected-documents.ts'
import type { Remote } from './replicate.ts'

interface Options {
  now: () => Date
  announce: (ids: readonly string[]) => void
}

/**
 * The gate's reasons that may no longer hold later: space was made, a role was given, a newer service understands more.
 */
const PASSING = ['mailbox_full', 'not_allowed', 'not_understood', 'too_large']

/** Pushes refused documents again; returns false if one was refused again. Rejects if there is no answer. */
export async function retryRejected(local: Pouch, remote: Remote, ids: readonly string[], options: Options) {
  const push = await remote.push(local, { ...options, live: false, batchSize: 100, checkpoint: false, ids })
  const { doc_write_failures } = await push.replication
  await push.noted()
  if (doc_write_failures > 0) return false
  await clearRejected(local, ids)
  options.announce(['refused', ...ids])
  return true
}

/**
 * The refused documents to push again by themselves. Intents are left to the person, who was told of the refusal; so
 * are dismissed documents.
 */
export async function idsToRetry(local: Pouch): Promise<string[]> {
  const { documents, dismissed } = await readRejectedDocuments(local)
  return Object.entries(documents).flatMap(([id, { reason }]) =>
    PASSING.includes(reason) && !id.startsWith('intent:') && !(id in dismissed) ? [id] : [],
  )
}
