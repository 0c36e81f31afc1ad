import type { Flower } from '#model'
import type { TileTone } from '../../ui/flowers/flower-tile.tsx'

/** The background colour of a category's pictures. */
export const CATEGORY_COLOURS: Record<Flower['category'], TileTone> = {
  roses: 'rose',
  lilies: 'leaf',
  tulips: 'sand',
  orchids: 'leaf',
  sunflowers: 'rose',
  carnations: 'sand',
  gerberas: 'leaf',
  'mixed-bouquets': 'sand',
}

export const colourOf = (flower: Flower): TileTone => CATEGORY_COLOURS[flower.category]
