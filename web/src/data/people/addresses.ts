import * as v from 'valibot'
import { Address, addressKey, type RememberedAddress, type SavedAddress, savedAddress } from '#model'
import type { LiveQuery } from '../live/live-query.ts'
import { monotonicTime } from '../local/monotonic-time.ts'
import { currentDataLayer } from '../runtime/current-data-layer.ts'

export type { RememberedAddress } from '#model'

/** The addresses that the account sent flowers to, from any of its devices; the last used first. */
export const rememberedAddresses: LiveQuery<RememberedAddress[]> = {
  key: 'addresses',
  watches: ['address:'],
  read: async ({ mailbox }) => savedAddress.merge(await mailbox.leavesOf('address')),
}

export const addresses = {
  /** Remembers an address, or that it was used again. */
  remember(given: Address): Promise<void> {
    const address = v.parse(Address, given)
    return write(addressKey(address), address)
  },
  forget: (key: string): Promise<void> => write(key, undefined),
}

/** Writes this device's latest word about an address; without `address` it is forgotten. */
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
