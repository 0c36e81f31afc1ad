import {
  defaultRangeExtractor,
  measureElement,
  type Rect,
  useWindowVirtualizer,
  type VirtualItem,
  windowScroll,
} from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { afterPaint } from '../../ui/layout/after-paint.ts'

/** In px, until the list was laid out: that of a phone. */
const BOUNDS = { top: 0, width: 328 }
/** In px, of what stands over the rows at the top of the window, and a little more. */
const HEADER = 80

const KEPT = 'mogra_rows'
/** How tall each row was when the shelf was last seen: who comes back or reloads finds everything where it stood. */
const lastSeen = readKept()

interface RowsOptions {
  /** Rows of another one are of other heights. */
  shape: string
  count: number
  columns: number
  /** Rows to draw above and below what is seen. */
  ahead: number
  /** px, from the list's width; the real height is measured. */
  estimate: (width: number) => number
  /** Stays drawn, wherever the window is; −1 if there is none. */
  focusedRow: () => number
  /** Which item stood first in the window when the shape changed: it does so again. 0 at the top of the page. */
  topmost: RefObject<number>
}

/** The rows that the window shows, each to be drawn with `measure` as its ref, and the ref of the list around them. */
export function useRows({ shape, count, columns, ahead, estimate, focusedRow, topmost }: RowsOptions) {
  const box = useRef<HTMLElement>(null)
  const [{ top, width }, setBounds] = useState(BOUNDS)
  const [initialRect] = useState(windowRect)
  const hasBegun = useRef(false)
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => estimate(width),
    overscan: ahead,
    // Nothing is asked for that would lay the page out in the middle of drawing it: rows tell their height afterwards,
    // and are put in their place before they are painted.
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
      // The first is to where it stands.
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

  // Once it is laid out: to ask before that would be to lay it out once more. The rows stand by each other, wherever it is.
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
  return { list, rows: virtualizer.getVirtualItems(), measure: virtualizer.measureElement }
}

function windowRect(): Rect {
  return { width: window.innerWidth, height: window.innerHeight }
}

function readKept(): Record<string, VirtualItem[]> {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? '{}')
  } catch {
    // Storage that is blocked, or holds something else.
    return {}
  }
}

function keep() {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(lastSeen))
  } catch {
    // Storage that is blocked or full: a reload estimates them.
  }
}
