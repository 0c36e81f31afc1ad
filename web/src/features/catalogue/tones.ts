import type { Flower } from '#model'
import type { TileTone } from '../../ui/shop/flower-tile.tsx'

const TONES: Record<Flower['category'], TileTone> = {
  roses: 'rose',
  lilies: 'leaf',
  tulips: 'sand',
  orchids: 'leaf',
  sunflowers: 'rose',
  carnations: 'sand',
  gerberas: 'leaf',
  'mixed-bouquets': 'sand',
}

/** The ground that sets this kind of flower off. */
export const toneOf = (flower: Flower): TileTone => TONES[flower.category]
