import type { LiveQuery } from './live/live-query.ts'
import { accountOf } from './local/session-state.ts'
import { getMany, type Stored } from './pouch/reads.ts'
import { pendingPushOf } from './push-state/pending-push.ts'
import { readRejectedDocuments } from './push-state/rejected-documents.ts'
import { currentDataLayer } from './runtime/current-data-layer.ts'
import type { DataLayer } from './runtime/data-layer.ts'

/**
 * A file of everything that exists only on this device, for people to keep and for support to read; Mogra does not
 * import it.
 */
interface RescueFile {
  about: 'Mogra: orders and changes that were not sent'
  savedAt: string
  /** The e-mail address; absent for a visitor. */
  account?: string
  documents: Stored[]
}

export const exportUnsentOf = (device: () => DataLayer) => {
  /** Documents written here that the gate has not accepted: not sent yet, or refused. */
  const onlyHere: LiveQuery<Stored[]> = {
    key: 'rescue/only-here',
    watches: [''],
    read: async ({ mailbox }) => {
      const unsent = await pendingPushOf(mailbox.db, device().sessionState.get().devices)
      const { documents } = await readRejectedDocuments(mailbox.db)
      return getMany(mailbox.db, [...new Set([...unsent, ...Object.keys(documents)])])
    },
  }
  return {
    onlyHere,
    /** Writes nothing, so it works on a full storage. */
    async file(): Promise<RescueFile> {
      const { databases, sessionState, now } = device()
      const documents = await onlyHere.read(databases.stores())
      const email = accountOf(sessionState.get())?.email
      return {
        about: 'Mogra: orders and changes that were not sent',
        savedAt: now().toISOString(),
        ...(email !== undefined && { account: email }),
        documents,
      }
    },
    /** Whether the device can store again; if it can, replication resumes by itself. */
    canStore: (): Promise<boolean> => device().storage.tryAgain(),
  }
}

export const exportUnsent = exportUnsentOf(currentDataLayer)
