import { bareFlowerId, type Flower } from '#model'
import type { LiveQuery } from '../live/live-query.ts'

/** Every flower on this device; until `complete`, more may arrive. */
export const allFlowers: LiveQuery<{ flowers: Flower[]; complete: boolean }> = {
  key: 'catalogue/flowers',
  watches: ['flower:', 'catalogue'],
  read: async ({ catalogue }) => ({
    flowers: await catalogue.allOf('flower'),
    complete: await catalogue.isComplete(),
  }),
  // Few flowers of thousands change at a time: the others keep their objects and are not read again.
  follow: async ({ catalogue }, before, changed) => {
    const ids = changed.filter((id): id is `flower:${string}` => id.startsWith('flower:'))
    const others = new Map<string, Flower>(before.flowers.map((flower) => [flower._id, flower]))
    for (const id of ids) others.delete(id)
    const read = await catalogue.getMany(ids)
    return {
      flowers: ids.length === 0 ? before.flowers : [...others.values(), ...read].sort(byId),
      complete: await catalogue.isComplete(),
    }
  },
}

const byId = (one: Flower, other: Flower) => (one._id < other._id ? -1 : 1)

/** Whether all flowers have arrived; before that, a missing flower may still arrive. */
export const isCatalogueComplete: LiveQuery<boolean> = {
  key: 'catalogue/complete',
  watches: ['catalogue'],
  read: ({ catalogue }) => catalogue.isComplete(),
}

/** One flower, by its bare id or `flower:<id>`. */
export function flowerById(id: string): LiveQuery<Flower | undefined> {
  const bare = bareFlowerId(id)
  return {
    key: `catalogue/flowers/${bare}`,
    watches: [`flower:${bare}`],
    read: ({ catalogue }) => catalogue.get<'flower'>(`flower:${bare}`),
  }
}
