import type { FlowerType } from '#model'
import { FlowerTile } from '../../ui/flowers/flower-tile.tsx'

/** The drawings of the shop; a kind of flower without one is shown as a mixed bouquet. */
const DRAWINGS: Partial<Record<FlowerType, string>> = {
  Roses: 'red-roses',
  Lilies: 'white-lilies',
  Tulips: 'tulips',
  Orchids: 'orchids',
  Sunflowers: 'sunflowers',
  Carnations: 'carnations',
  Gerberas: 'gerberas',
}

/** A small drawing of the flowers of a bulk request; their names are beside it. */
export function BulkTile({ flowerTypes }: { flowerTypes: readonly FlowerType[] }) {
  const drawn = flowerTypes.flatMap((type) => DRAWINGS[type] ?? [])
  return <FlowerTile thumb src={`/flowers/${drawn[0] ?? 'mixed-bouquet'}.svg`} alt="" />
}
