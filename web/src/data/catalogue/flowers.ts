import { bareFlowerId, type Flower } from '#model'
import type { LiveQuery } from '../live/live-query.ts'

/** Every flower on this device; until `complete`, more may be on their way. */
export const allFlowers: LiveQuery<{ flowers: readonly Flower[]; complete: boolean }> = {
  key: 'catalogue/flowers',
  watches: ['flower:', 'catalogue'],
  read: async ({ catalogue }) => ({
    flowers: await catalogue.allOf('flower'),
    complete: await catalogue.isComplete(),
  }),
}

/** Whether all flowers have arrived: only then one that is missing does not exist. */
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
