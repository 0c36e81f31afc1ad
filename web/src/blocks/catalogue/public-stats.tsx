import { CITIES } from '#model'
import { publicFigures } from '../../data/catalogue/public-figures.ts'
import { useLive } from '../../data/use-live.ts'
import { useFormat } from '../../i18n/format.ts'
import { StatList } from '../../ui/layout/stat-list.tsx'

type Figure = 'cities' | 'customers' | 'florists' | 'partners'

/** How large Mogra is, as far as that is known to be true; the labels come in the order of the screen. */
export function PublicStats({ labels }: { labels: readonly (readonly [Figure, string])[] }) {
  const { number } = useFormat()
  const figures = useLive(publicFigures)
  const known = figures.status === 'ready' ? figures.data : undefined
  const figureOf = (what: Figure) => {
    // Keeps the place of what may arrive.
    if (!known) return '–'
    // The specification writes these figures without separators.
    if (known[what] !== undefined) return `${known[what]}+`
    // Flowers can be sent to these cities from the first day on.
    return what === 'cities' ? number(CITIES.length) : undefined
  }
  const stats = labels.flatMap(([what, label]) => {
    const figure = figureOf(what)
    return figure === undefined ? [] : [{ figure, label }]
  })
  // The number of cities alone says nothing about how large Mogra is.
  return stats.length > 1 ? <StatList stats={stats} /> : null
}
