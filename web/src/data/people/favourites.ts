import { bareFlowerId, type Favourite, type Flower, favourite } from '#model'
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

/** The flowers that are favourites, by id; some may be missing until the catalogue has arrived. */
export const favouriteFlowers: LiveQuery<{ flowers: readonly Flower[]; isMissingSome: boolean }> = {
  key: 'favourites/flowers',
  watches: ['favourite:', 'flower:', 'catalogue'],
  async read(stores) {
    const { catalogue } = stores
    const ids = [...(await favouriteIds.read(stores))].sort()
    const isComplete = await catalogue.isComplete()
    const flowers = await catalogue.getMany<'flower'>(ids.map((id) => `flower:${id}` as const))
    return { flowers, isMissingSome: !isComplete && flowers.length < ids.length }
  },
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
