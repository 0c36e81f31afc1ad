import * as v from 'valibot'
import { COMMENT_AT_MOST, maxLetters, type Order, STARS, type Stars, tidy } from '#model'

/** Every rule gives a reason code; the screen turns it into words. */
export const RatingForm = v.object({
  stars: v.pipe(v.undefinedable(v.picklist(STARS)), v.picklist(STARS, 'missing')),
  comment: v.pipe(v.string(), tidy, maxLetters(COMMENT_AT_MOST, 'long')),
})
/** What is typed so far; no stars are chosen at first. */
export interface TypedRating {
  stars: Stars | undefined
  comment: string
}
export type RatingValues = v.InferOutput<typeof RatingForm>

const Kept = v.object({
  order: v.string(),
  values: v.object({ stars: v.optional(v.picklist(STARS)), comment: v.string() }),
})

/** Restores what was typed about this order before. */
export function restoreRating(kept: unknown, order: Order): TypedRating {
  const result = v.safeParse(Kept, kept)
  if (!result.success || result.output.order !== order._id) return { stars: undefined, comment: '' }
  const { stars, comment } = result.output.values
  return { stars, comment }
}
