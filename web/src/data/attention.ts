import { noteDismissed } from './marks/refusals.ts'
import type { Device } from './page/device.ts'
import { here } from './page/here.ts'
import { offerAgain } from './sync/offer-again.ts'
import { openRemote } from './sync/remote.ts'

export { type AttentionItem, needsAttention, refusedDocuments } from './live/attention-queries.ts'

export const attentionOf = (device: () => Device) => ({
  /** Offers a document that the gate refused once more. */
  async retry(id: string): Promise<'taken' | 'refused' | 'unreachable'> {
    const { databases, environment, pointer, gate, announce } = device()
    const { signedIn } = pointer.get()
    if (!signedIn) return 'unreachable'
    const { db } = databases.mailbox()
    const remote = await openRemote(environment.origin, signedIn.mailbox.name, gate)
    try {
      return (await offerAgain(db, remote, [id], { now: environment.now, announce })) ? 'taken' : 'refused'
    } catch {
      return 'unreachable'
    }
  },

  /** Seen: an intent stays, as a refused one; any other document that was refused goes. */
  async putAway(id: string): Promise<void> {
    const { databases, environment, announce } = device()
    const mailbox = databases.mailbox()
    await noteDismissed(mailbox.db, id, environment.now().toISOString())
    announce(['refused'])
    if (!id.startsWith('intent:')) await mailbox.withdraw(id)
  },
})

export const attention = attentionOf(here)
