import {
  defaultRangeExtractor,
  measureElement,
  type Rect,
  useWindowVirtualizer,
  type VirtualItem,
  windowScroll,
} from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { afterPaint } from './after-paint.ts'

/** In px, until the list is laid out: the bounds on a phone. */
const BOUNDS = { top: 0, width: 328 }
/** In px: the height of the header over the rows, and a little more. */
const HEADER = 80

const KEPT = 'mogra_rows'
/** How tall each row was when the list was last seen, so that everything is at its place after Back or a reload. */
const lastSeen = readKept()

interface RowsOptions {
  /** The layout; rows of another layout have other heights. */
  shape: string
  count: number
  columns: number
  /** How many rows to draw above and below the visible ones. */
  ahead: number
  /** The estimated height of a row in px, from the list's width; the real height is measured. */
  estimate: (width: number) => number
  /** The row that stays drawn even outside the window; −1 if there is none. */
  focusedRow: () => number
  /**
   * The item that was first in the window when the layout changed; it becomes the first again. 0 at the top of the
   * page.
   */
  topmost: RefObject<number>
}

/** The rows that the window shows and the ref of the list around them. Draw each row with `measure` as its ref. */
export function useRows({ shape, count, columns, ahead, estimate, focusedRow, topmost }: RowsOptions) {
  const box = useRef<HTMLElement>(null)
  const [{ top, width }, setBounds] = useState(BOUNDS)
  const [initialRect] = useState(windowRect)
  const hasBegun = useRef(false)
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => estimate(width),
    overscan: ahead,
    // Reads no size that would force a layout in the middle of rendering: rows report their height afterwards, and are
    // positioned before they are painted.
    measureElement: (row, entry, instance) =>
      entry
        ? measureElement(row, entry, instance)
        : (instance.measurementsCache[instance.indexFromElement(row)]?.size ?? 0),
    directDomUpdates: true,
    scrollMargin: top,
    scrollPaddingStart: HEADER,
    initialRect,
    observeElementRect: (_, hear) => {
      const onResize = () => hear(windowRect())
      if (hasBegun.current) onResize()
      window.addEventListener('resize', onResize, { passive: true })
      return () => window.removeEventListener('resize', onResize)
    },
    scrollToFn: (...to) => {
      // The first call scrolls to where the page already is.
      if (hasBegun.current) windowScroll(...to)
      hasBegun.current = true
    },
    initialMeasurementsCache: lastSeen[shape] ?? [],
    rangeExtractor: (range) => {
      const rows = defaultRangeExtractor(range)
      const row = focusedRow()
      return row < 0 || row >= range.count || rows.includes(row) ? rows : [...rows, row].sort((a, b) => a - b)
    },
  })

  // Measured after the paint: measuring before would force one more layout. The rows are positioned relative to the
  // list, so they are right wherever it is.
  useEffect(() =>
    afterPaint(() => {
      const now = box.current?.getBoundingClientRect()
      if (!now) return
      const nowTop = now.top + window.scrollY
      if (Math.abs(nowTop - top) >= 1 || now.width !== width) setBounds({ top: nowTop, width: now.width })
    }),
  )

  useLayoutEffect(() => {
    const remember = () => {
      lastSeen[shape] = virtualizer.takeSnapshot()
    }
    const leave = () => {
      remember()
      keep()
    }
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      remember()
      const { scrollOffset, options } = virtualizer
      const isInside = scrollOffset !== null && scrollOffset > options.scrollMargin
      const row = isInside ? virtualizer.getVirtualItemForOffset(scrollOffset + HEADER)?.index : undefined
      topmost.current = (row ?? 0) * columns
    }
  }, [virtualizer, shape, columns, topmost])

  useEffect(() => {
    if (top === BOUNDS.top || topmost.current === 0) return
    virtualizer.scrollToIndex(Math.floor(topmost.current / columns), { align: 'start' })
    topmost.current = 0
  }, [virtualizer, top, columns, topmost])

  const list = useCallback(
    (element: HTMLElement | null) => {
      box.current = element
      virtualizer.containerRef(element)
    },
    [virtualizer],
  )
  /** Brings a row into the window that may not be drawn yet. */
  const scrollToRow = useCallback((row: number) => virtualizer.scrollToIndex(row, { align: 'auto' }), [virtualizer])
  return { list, rows: virtualizer.getVirtualItems(), measure: virtualizer.measureElement, scrollToRow }
}

function windowRect(): Rect {
  return { width: window.innerWidth, height: window.innerHeight }
}

function readKept(): Record<string, VirtualItem[]> {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? '{}')
  } catch {
    // The storage is blocked, or holds something else.
    return {}
  }
}

function keep() {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(lastSeen))
  } catch {
    // The storage is blocked or full: after a reload the heights are estimated.
  }
}
