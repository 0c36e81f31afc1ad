import { bareFlowerId, type Favourite, favourite } from '#model'
import type { LiveQuery } from '../live/live-query.ts'
import { monotonicTime } from '../local/monotonic-time.ts'
import { currentDataLayer } from '../runtime/current-data-layer.ts'
import type { DataLayer } from '../runtime/data-layer.ts'

/** The favourite flowers, as bare flower ids. */
export const favouriteIds: LiveQuery<Set<string>> = {
  key: 'favourites',
  watches: ['favourite:'],
  read: async ({ mailbox }) => favourite.merge(await mailbox.leavesOf('favourite')),
}

export const favouritesOf = (device: () => DataLayer) => ({
  async set(flowerId: string, on: boolean): Promise<void> {
    const { databases, now } = device()
    const mailbox = databases.mailbox()
    const flower = bareFlowerId(flowerId)
    const id = favourite.id(flower, mailbox.device)
    await mailbox.putOwn(id, async (at): Promise<Favourite | undefined> => {
      const known = await at.leavesOf('favourite', flower)
      if (favourite.merge(known).has(flower) === on) return undefined
      const updatedAt = monotonicTime(
        known.map((one) => one.updatedAt),
        now(),
      )
      return { _id: id, type: 'favourite', device: mailbox.device, flower, on, updatedAt }
    })
  },
})

export const favourites = favouritesOf(currentDataLayer)
