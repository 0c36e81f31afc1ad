import * as v from 'valibot'
import { flowerId } from '../catalogue/flower.ts'
import { deviceId, timestamp } from '../values.ts'

export const Favourite = v.pipe(
  v.strictObject({
    _id: v.string(),
    _rev: v.optional(v.string()),
    type: v.literal('favourite'),
    device: deviceId,
    flower: flowerId,
    on: v.boolean(),
    updatedAt: timestamp,
  }),
  v.check((favourite) => favourite._id === favouriteId(favourite.flower, favourite.device), 'id_mismatch'),
)
export type Favourite = v.InferOutput<typeof Favourite>

export const favouriteId = (flower: string, device: string) => `favourite:${flower}:${device}`

/** The flowers that are favourites now: the last writer by (time, device) wins, over all leaves, in any order. */
export function mergeFavourites(favourites: readonly Favourite[]): Set<string> {
  const last = new Map<string, Favourite>()
  for (const favourite of favourites) {
    const other = last.get(favourite.flower)
    if (!other || isLater(favourite, other)) last.set(favourite.flower, favourite)
  }
  return new Set([...last.values()].filter((favourite) => favourite.on).map((favourite) => favourite.flower))
}

// Two leaves of one device can carry one time (a rolled-back store); then "on" wins, so that the order never matters.
const isLater = (a: Favourite, b: Favourite) => {
  if (a.updatedAt !== b.updatedAt) return a.updatedAt > b.updatedAt
  if (a.device !== b.device) return a.device > b.device
  return a.on && !b.on
}
