import type { PublicFigures } from '#model'
import type { LiveQuery } from '../live/live-query.ts'

/** How large Mogra is; undefined until the catalogue has brought the figures, or shown that there are none. */
export const publicFigures: LiveQuery<Partial<PublicFigures> | undefined> = {
  key: 'catalogue/figures',
  watches: ['figures', 'catalogue'],
  read: async ({ catalogue }) => (await catalogue.figures()) ?? ((await catalogue.isComplete()) ? {} : undefined),
}
