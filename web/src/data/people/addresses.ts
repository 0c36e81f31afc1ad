import * as v from 'valibot'
import { Address, addressKey, type RememberedAddress, type SavedAddress, savedAddress } from '#model'
import type { LiveQuery } from '../live/live-query.ts'
import { monotonicTime } from '../local/monotonic-time.ts'
import { currentDataLayer } from '../runtime/current-data-layer.ts'

export type { RememberedAddress } from '#model'

/** Where the account sent flowers before, from any of its devices; the one used last first. */
export const rememberedAddresses: LiveQuery<RememberedAddress[]> = {
  key: 'addresses',
  watches: ['address:'],
  read: async ({ mailbox }) => savedAddress.merge(await mailbox.leavesOf('address')),
}

export const addresses = {
  /** Remembers it, or that it was used once more. */
  remember(given: Address): Promise<void> {
    const address = v.parse(Address, given)
    return write(addressKey(address), address)
  },
  forget: (key: string): Promise<void> => write(key, undefined),
}

/** The last word about an address, with it or without. */
async function write(key: string, address: Address | undefined): Promise<void> {
  const { databases, now } = currentDataLayer()
  const mailbox = databases.mailbox()
  const id = savedAddress.id(key, mailbox.device)
  await mailbox.putOwn(id, async (at): Promise<SavedAddress> => {
    const known = await at.leavesOf('address', key)
    const updatedAt = monotonicTime(
      known.map((one) => one.updatedAt),
      now(),
    )
    return { _id: id, type: 'address', device: mailbox.device, key, ...(address && { address }), updatedAt }
  })
}
