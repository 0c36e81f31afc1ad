import { memo, type RefObject, startTransition, useEffect, useRef, useState } from 'react'
import type { Flower } from '#model'
import { ProductCard } from '../../blocks/catalogue/product-card.tsx'
import { useMedia } from '../../ui/layout/use-media.ts'
import { useRows } from '../../ui/layout/use-rows.ts'
import styles from './virtual-list.module.css'

interface VirtualListProps {
  flowers: readonly Flower[]
  view: 'grid' | 'list'
  label: string
}

const WIDE = '(width >= 600px)'
const ROWS_AHEAD = 2
/** In px: the height of the text below a card's picture, with the gap between two rows. */
const TEXT_HEIGHT = 226
const LIST_HEIGHT = 216

/** Draws as many cards as the window shows, and a few more; the row with the focus stays drawn. */
export const VirtualList = memo(function VirtualList({ flowers, view, label }: VirtualListProps) {
  const isWide = useMedia(WIDE)
  const columns = view === 'list' ? 1 : isWide ? 3 : 2
  const topmost = useRef(0)
  // Another layout gets a new list.
  return (
    <Rows key={`${view} ${columns}`} flowers={flowers} view={view} label={label} columns={columns} topmost={topmost} />
  )
})

interface RowsProps extends VirtualListProps {
  columns: number
  /** See `useRows`. */
  topmost: RefObject<number>
}

function Rows({ flowers, view, label, columns, topmost }: RowsProps) {
  const focused = useRef<{ place: number; flower: string | undefined }>(undefined)
  // The visible rows are drawn first, the rows around them afterwards.
  const [settled, setSettled] = useState<readonly Flower[]>()
  useEffect(() => startTransition(() => setSettled(flowers)), [flowers])
  const { list, rows, measure } = useRows({
    shape: `${view} ${columns}`,
    count: Math.ceil(flowers.length / columns),
    columns,
    ahead: settled === flowers ? ROWS_AHEAD : 0,
    estimate: (width) => (view === 'list' ? LIST_HEIGHT : width / columns + TEXT_HEIGHT),
    focusedRow: () => Math.floor((focused.current?.place ?? -1) / columns),
    topmost,
  })

  // A flower takes over the elements of the one that was in its place, which is far quicker than creating new ones; but
  // not under the focus, where nobody would notice that the button now belongs to another flower.
  const keyOf = ({ _id }: Flower, place: number) =>
    focused.current?.place === place && focused.current.flower !== _id ? _id : place % columns

  return (
    // biome-ignore lint/a11y/useSemanticElements: rows between list and items are not allowed in ul
    <div
      ref={list}
      role="list"
      aria-label={label}
      className={styles.list}
      onFocus={({ target }) => {
        const place = Number(target.closest('[role=listitem]')?.getAttribute('aria-posinset')) - 1
        focused.current = { place, flower: flowers[place]?._id }
      }}
      onBlur={() => {
        focused.current = undefined
      }}
    >
      {rows.map(({ key, index }) => (
        <div key={key} ref={measure} data-index={index} className={styles.row} data-view={view}>
          {flowers.slice(index * columns, (index + 1) * columns).map((flower, column) => (
            // biome-ignore lint/a11y/useSemanticElements: as above
            <div
              key={keyOf(flower, index * columns + column)}
              role="listitem"
              aria-posinset={index * columns + column + 1}
              aria-setsize={flowers.length}
              className={styles.item}
            >
              <ProductCard flower={flower} view={view} />
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
