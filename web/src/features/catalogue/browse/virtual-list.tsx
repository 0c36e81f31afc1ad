import {
  defaultRangeExtractor,
  measureElement,
  type Rect,
  useWindowVirtualizer,
  type VirtualItem,
  windowScroll,
} from '@tanstack/react-virtual'
import { memo, startTransition, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Flower } from '#model'
import { onceShown } from '../../../ui/layout/once-shown.ts'
import { useMedia } from '../../../ui/layout/use-media.ts'
import { ProductCard } from '../product-card.tsx'
import styles from './virtual-list.module.css'

interface VirtualListProps {
  flowers: readonly Flower[]
  view: 'grid' | 'list'
  label: string
}

const WIDE = '(width >= 600px)'
const ROWS_AHEAD = 2
/** Of what stands below a card's picture, and between two rows; the real height is measured. */
const TEXT_HEIGHT = 226
const LIST_HEIGHT = 216

// How tall each row was when the shelf was last seen: who comes back finds everything where it stood.
const lastSeen: Record<string, VirtualItem[]> = {}

/** In px, until the list was laid out: that of a phone. */
const BOUNDS = { top: 0, width: 328 }

const windowRect = (): Rect => ({ width: window.innerWidth, height: window.innerHeight })

/** Unlike the library's own, it does not ask at once. */
const observeWindow = (_: unknown, hear: (rect: Rect) => void) => {
  const onResize = () => hear(windowRect())
  window.addEventListener('resize', onResize, { passive: true })
  return () => window.removeEventListener('resize', onResize)
}

/** As many cards as the window shows, and a few more; the row with the focus stays. */
export const VirtualList = memo(function VirtualList({ flowers, view, label }: VirtualListProps) {
  const isWide = useMedia(WIDE)
  const columns = view === 'list' ? 1 : isWide ? 3 : 2
  // Rows of another shape begin anew.
  return <Rows key={`${view} ${columns}`} flowers={flowers} view={view} label={label} columns={columns} />
})

function Rows({ flowers, view, label, columns }: VirtualListProps & { columns: number }) {
  const box = useRef<HTMLDivElement>(null)
  const focused = useRef<{ place: number; flower: string | undefined }>(undefined)
  const [{ top, width }, setBounds] = useState(BOUNDS)
  // What is seen comes first, the rows around it when that stands.
  const [settled, setSettled] = useState<readonly Flower[]>()
  useEffect(() => startTransition(() => setSettled(flowers)), [flowers])
  const [initialRect] = useState(windowRect)
  const shape = `${view} ${columns}`
  const virtualizer = useWindowVirtualizer({
    count: Math.ceil(flowers.length / columns),
    estimateSize: () => (view === 'list' ? LIST_HEIGHT : width / columns + TEXT_HEIGHT),
    overscan: settled === flowers ? ROWS_AHEAD : 0,
    // Nothing is asked for that would lay the page out in the middle of drawing it: rows tell their height afterwards,
    // and are put in their place before they are painted.
    measureElement: (row, entry, rows) =>
      entry ? measureElement(row, entry, rows) : (rows.measurementsCache[rows.indexFromElement(row)]?.size ?? 0),
    directDomUpdates: true,
    scrollMargin: top,
    initialRect,
    observeElementRect: observeWindow,
    scrollToFn: (offset, move, rows) => {
      // Else it is only told to stay where it is.
      if (move.adjustments !== undefined) windowScroll(offset, move, rows)
    },
    initialMeasurementsCache: lastSeen[shape] ?? [],
    rangeExtractor: (range) => {
      const rows = defaultRangeExtractor(range)
      const row = Math.floor((focused.current?.place ?? -1) / columns)
      return row < 0 || row >= range.count || rows.includes(row) ? rows : [...rows, row].sort((a, b) => a - b)
    },
  })

  const list = useCallback(
    (element: HTMLDivElement | null) => {
      box.current = element
      virtualizer.containerRef(element)
    },
    [virtualizer],
  )

  // Another flower takes over the elements of the one that stood there, which is far quicker than making them; but not
  // under the focus, where nobody would hear that the button is now another flower's.
  const keyOf = ({ _id }: Flower, place: number) =>
    focused.current?.place === place && focused.current.flower !== _id ? _id : place % columns

  // Once it is laid out: to ask before that would be to lay it out once more. The rows stand by each other, wherever it is.
  useEffect(() =>
    onceShown(() => {
      const now = box.current?.getBoundingClientRect()
      if (!now) return
      const nowTop = now.top + window.scrollY
      if (Math.abs(nowTop - top) >= 1 || now.width !== width) setBounds({ top: nowTop, width: now.width })
    }),
  )
  useLayoutEffect(
    () => () => {
      lastSeen[shape] = virtualizer.takeSnapshot()
    },
    [virtualizer, shape],
  )

  return (
    // biome-ignore lint/a11y/useSemanticElements: between a list and its items stand the rows, which ul does not allow
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
      {virtualizer.getVirtualItems().map(({ key, index }) => (
        <div key={key} ref={virtualizer.measureElement} data-index={index} className={styles.row} data-view={view}>
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
