import type { LiveQuery } from './live/live-query.ts'
import { accountOf } from './local/pointer.ts'
import { readRefusals } from './marks/refusals.ts'
import { unsentOf } from './marks/unsent.ts'
import type { Device } from './page/device.ts'
import { here } from './page/here.ts'
import { getMany, type Stored } from './pouch/reads.ts'

/** What exists on this device alone, for people to keep and for support to read; Mogra does not read it back. */
interface RescueFile {
  about: 'Mogra: orders and changes that were not sent'
  savedAt: string
  /** E-mail address; absent for a visitor. */
  account?: string
  documents: Stored[]
}

export const rescueOf = (device: () => Device) => {
  /** Written here and never taken by the gate, be it not sent or refused. */
  const onlyHere: LiveQuery<Stored[]> = {
    key: 'rescue/only-here',
    watches: [''],
    read: async ({ mailbox }) => {
      const unsent = await unsentOf(mailbox.db, device().pointer.get().devices)
      const { documents } = await readRefusals(mailbox.db)
      return getMany(mailbox.db, [...new Set([...unsent, ...Object.keys(documents)])])
    },
  }
  return {
    onlyHere,
    /** Needs no room on the device. */
    async file(): Promise<RescueFile> {
      const { databases, pointer, now } = device()
      const documents = await onlyHere.read({ mailbox: databases.mailbox(), catalogue: databases.catalogue })
      const email = accountOf(pointer.get())?.email
      return {
        about: 'Mogra: orders and changes that were not sent',
        savedAt: now().toISOString(),
        ...(email !== undefined && { account: email }),
        documents,
      }
    },
    /** Whether the device stores things again; then everything goes on by itself. */
    canStore: (): Promise<boolean> => device().storage.tryAgain(),
  }
}

export const rescue = rescueOf(here)
