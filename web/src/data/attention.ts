import { openRemote } from './gate/remote.ts'
import { noteDismissed, noteTaken } from './marks/refusals.ts'
import type { Device } from './page/device.ts'
import { here } from './page/here.ts'
import { startPush } from './sync/replicate.ts'

export { type AttentionItem, needsAttention, refusedDocuments } from './live/attention-queries.ts'

export const attentionOf = (device: () => Device) => ({
  /** Seen; the order keeps saying that it was refused. */
  async dismiss(id: string): Promise<void> {
    const { databases, environment, announce } = device()
    await noteDismissed(databases.mailbox().db, id, environment.now().toISOString())
    announce(['refused'])
  },

  /** Offers a document that the gate refused once more. */
  async retry(id: string): Promise<'taken' | 'refused' | 'unreachable'> {
    const { databases, environment, pointer, gate, announce } = device()
    const { signedIn } = pointer.get()
    if (!signedIn) return 'unreachable'
    const { db } = databases.mailbox()
    const remote = await openRemote(environment.origin, signedIn.mailbox.name, gate)
    const push = await startPush(db, remote.db, {
      live: false,
      batchSize: 1,
      checkpoint: false,
      ids: [id],
      now: environment.now,
      announce,
    })
    try {
      const { doc_write_failures } = await push.replication
      await push.noted()
      if (doc_write_failures > 0) return 'refused'
    } catch {
      return 'unreachable'
    }
    await noteTaken(db, [id])
    announce(['refused', id])
    return 'taken'
  },

  /** Gives up what the gate refused: a document goes, an intent stays as a refused one. */
  async discard(id: string): Promise<void> {
    await this.dismiss(id)
    if (!id.startsWith('intent:')) await device().databases.mailbox().withdraw(id)
  },
})

export const attention = attentionOf(here)
