import { recordDismissed } from './push-state/rejected-documents.ts'
import { currentDataLayer } from './runtime/current-data-layer.ts'
import type { DataLayer } from './runtime/data-layer.ts'
import { openRemote } from './sync/replication/remote.ts'
import { retryRejected } from './sync/replication/retry-rejected.ts'

export { refusedDocuments } from './attention/attention-items.ts'
export { type AttentionItem, needsAttention } from './attention/attention-queries.ts'

export const attentionOf = (device: () => DataLayer) => ({
  /** Pushes a document again that the gate refused. */
  async retry(id: string): Promise<'taken' | 'refused' | 'unreachable'> {
    const { databases, environment, sessionState, gate, announce } = device()
    const { signedIn } = sessionState.get()
    if (!signedIn) return 'unreachable'
    const { db } = databases.mailbox()
    const remote = await openRemote(environment.origin, signedIn.mailbox.name, gate)
    try {
      return (await retryRejected(db, remote, [id], { now: environment.now, announce })) ? 'taken' : 'refused'
    } catch {
      return 'unreachable'
    }
  },

  /** The person has seen the refusal. A refused intent stays, as refused; any other refused document is deleted. */
  async putAway(id: string): Promise<void> {
    const { databases, environment, announce } = device()
    const mailbox = databases.mailbox()
    await recordDismissed(mailbox.db, id, environment.now().toISOString())
    announce(['refused'])
    if (!id.startsWith('intent:')) await mailbox.withdraw(id)
  },
})

export const attention = attentionOf(currentDataLayer)
