import { type Intent, intentId, ulidOf } from '#model'
import type { LiveQuery } from '../live/live-query.ts'
import { readRejectedDocuments } from '../push-state/rejected-documents.ts'

export interface AttentionItem {
  /** The id of the intent or of the document. */
  id: string
  /** gate: it did not accept the document · service: it decided the intent and refused it. */
  refusedBy: 'gate' | 'service'
  /** Reason code. */
  reason: string
  at: string
  /** The intent, if the document is one. */
  intent?: Intent
  /** What the service says about its refusal. */
  result?: unknown
}

/** Always the same array, so that screens are not drawn again. */
const NOTHING: AttentionItem[] = []

/** Everything that the gate or the service refused and that is not dismissed, oldest first. */
export const needsAttention: LiveQuery<AttentionItem[]> = {
  key: 'attention',
  watches: ['refused', 'receipt:', 'intent:', 'order:'],
  read: async (stores) => {
    const { mailbox } = stores
    const { documents, dismissed } = await readRejectedDocuments(mailbox.db)
    const isOpen = (id: string) => !(id in dismissed)
    const refused = (await mailbox.allOf('receipt')).filter(
      ({ _id, outcome }) => outcome === 'refused' && isOpen(intentId(ulidOf(_id))),
    )
    if (refused.length === 0 && !Object.keys(documents).some(isOpen)) return NOTHING
    // Every visit asks, and hardly any needs the rest: it is not among the code that loads at the start of the app.
    const { readAttention } = await import('./attention-items.ts')
    const items = await readAttention(stores, refused)
    return items.length > 0 ? items : NOTHING
  },
}
