import { useEffect, useLayoutEffect, useRef } from 'react'

/**
 * While the overlay is open, the system's Back closes it and stays on the screen. The overlay has its own entry in the
 * history; what the screen writes into the address meanwhile (filters) moves to the entry beneath when the overlay
 * closes.
 */
export function useOverlayHistory(open: boolean, onClose: () => void): void {
  const overlay = useRef<Overlay>(undefined)
  const close = useRef(onClose)
  useLayoutEffect(() => {
    close.current = onClose
    if (overlay.current) keepUp(overlay.current)
  })

  useEffect(() => {
    if (!open) return undefined
    const own = putOnTop(() => close.current())
    overlay.current = own
    return () => {
      overlay.current = undefined
      leave(own)
    }
  }, [open])
}

/**
 * Closes all overlays, and navigates once they are gone: a navigation while their step back is under way would be
 * undone by it.
 */
export function afterOverlays(navigate: () => void): void {
  held.push(navigate)
  for (const { close } of [...standing, ...waiting]) close()
  release()
}

interface Overlay {
  mark: number
  /** The router's number of the entry; a replaced entry keeps it. */
  idx: unknown
  /** The current address of the overlay's entry; the entry beneath may have an older one. */
  address: string
  close: () => void
}

/** State keys for an overlay's number, on its own entry and on the one beneath. */
const MARK = 'mograOverlay'
const BENEATH = 'mograBeneath'

/** Overlays that have an entry in the history, the topmost last. */
const standing: Overlay[] = []
/** Overlays that were opened while our own step back is under way. */
const waiting: Overlay[] = []
/** Navigations that wait until the overlays are gone. */
const held: (() => void)[] = []
/** Numbers of overlays whose entry was left by a navigation: there is an entry ahead of theirs. */
const leftBehind = new Set<number>()
// Starts at the time because history entries outlive the page that made them.
let lastMark = Math.round(performance.timeOrigin + performance.now())
let isGoingBack = false
let lastBeneath = read(BENEATH)

// Added before the router's listener, which must read the address that we leave.
window.addEventListener('popstate', pop)
const reloaded = read(MARK)
if (reloaded !== undefined) {
  standing.push({ mark: reloaded, idx: read('idx'), address: location.href, close: () => undefined })
  goBack()
}

function putOnTop(close: () => void): Overlay {
  lastMark += 1
  const overlay = { mark: lastMark, idx: undefined, address: location.href, close }
  if (isGoingBack) waiting.push(overlay)
  else stand(overlay)
  return overlay
}

function stand(overlay: Overlay) {
  const { mark } = overlay
  overlay.idx = read('idx')
  overlay.address = location.href
  history.replaceState({ ...history.state, [BENEATH]: mark }, '')
  history.pushState({ ...history.state, [BENEATH]: undefined, [MARK]: mark }, '')
  standing.push(overlay)
}

/** Restores the number, which the router drops when it writes the address. */
function keepUp(overlay: Overlay) {
  const isBare = history.state !== null && read(MARK) === undefined && read(BENEATH) === undefined
  if (isBare && standing.at(-1) === overlay && Object.is(read('idx'), overlay.idx))
    history.replaceState({ ...history.state, [MARK]: overlay.mark }, '')
  if (read(MARK) === overlay.mark) overlay.address = location.href
}

function leave(overlay: Overlay) {
  if (remove(waiting, overlay)) return release()
  if (!standing.includes(overlay)) return
  overlay.close = () => undefined
  // A link in the overlay closes it and navigates: that navigation comes first.
  setTimeout(() => {
    if (read(MARK) === overlay.mark) goBack()
    else if (remove(standing, overlay)) leftBehind.add(overlay.mark)
    release()
  })
}

function goBack() {
  isGoingBack = true
  history.back()
}

function pop() {
  isGoingBack = false
  const [mark, cameFrom] = [read(MARK), lastBeneath]
  lastBeneath = read(BENEATH)
  const stay = standing.findIndex((overlay) => overlay.mark === mark) + 1
  close(standing.splice(stay))
  // An entry whose overlay is no longer open must not be shown.
  if (mark !== undefined && stay === 0) {
    if (cameFrom === mark && leftBehind.has(mark)) history.forward()
    else goBack()
  }
  if (isGoingBack) return
  for (const overlay of waiting.splice(0)) stand(overlay)
  release()
}

/** Runs the waiting navigations once no overlay is left and the router has noticed that. */
function release() {
  if (isGoingBack || standing.length + waiting.length > 0) return
  for (const navigate of held.splice(0)) setTimeout(navigate)
}

/**
 * Closes the overlays in `gone`, which lists the lowest first. If an address was typed over them, there is an entry
 * ahead of theirs.
 */
function close(gone: Overlay[]) {
  const top = gone.at(-1)
  if (!top) return
  if (lastBeneath !== gone[0]?.mark) for (const { mark } of gone) leftBehind.add(mark)
  else if (location.href !== top.address) history.replaceState(history.state, '', top.address)
  for (const overlay of gone.toReversed()) overlay.close()
}

function remove(from: Overlay[], overlay: Overlay): boolean {
  const at = from.indexOf(overlay)
  if (at >= 0) from.splice(at, 1)
  return at >= 0
}

function read(name: typeof MARK | typeof BENEATH | 'idx'): number | undefined {
  return (history.state as Record<string, number | undefined> | null)?.[name]
}
