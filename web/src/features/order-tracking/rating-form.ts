import * as v from 'valibot'
import { COMMENT_AT_MOST, maxLetters, type Order, STARS, type Stars, tidy } from '#model'

/** What is typed so far; no stars are chosen at first. */
export interface TypedRating {
  stars: Stars | undefined
  comment: string
}

const Comment = v.pipe(v.string(), tidy, maxLetters(COMMENT_AT_MOST))

/** Returns the comment as it is sent; undefined if it is too long. */
export function readComment(typed: string): string | undefined {
  const { success, output } = v.safeParse(Comment, typed)
  return success ? output : undefined
}

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
