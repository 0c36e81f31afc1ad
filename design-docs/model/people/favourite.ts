import * as v from 'valibot'
import { flowerId } from '../catalogue/flower.ts'
import { defineOwn, type OwnDocument } from '../intents/define-own.ts'

const fields = { flower: flowerId, on: v.boolean() }
export type Favourite = OwnDocument<'favourite', typeof fields>

/** Whether a flower is a favourite according to the last choice on one device. */
export const favourite = defineOwn({ type: 'favourite', idPrefix: 'favourite', subject: 'flower', fields, merge })

/** Returns the current favourites: the last writer by (time, device) wins over all leaves, in any sequence. */
function merge(favourites: readonly Favourite[]): Set<string> {
  const last = new Map<string, Favourite>()
  for (const favourite of favourites) {
    const other = last.get(favourite.flower)
    if (!other || isLater(favourite, other)) last.set(favourite.flower, favourite)
  }
  return new Set([...last.values()].filter((favourite) => favourite.on).map((favourite) => favourite.flower))
}

// After a rollback of its store, a device can have two leaves with the same time. Then "on" wins.
const isLater = (a: Favourite, b: Favourite) => {
  if (a.updatedAt !== b.updatedAt) return a.updatedAt > b.updatedAt
  if (a.device !== b.device) return a.device > b.device
  return a.on && !b.on
}
