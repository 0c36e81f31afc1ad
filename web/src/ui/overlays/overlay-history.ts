import { useEffect, useLayoutEffect, useRef } from 'react'

/**
 * While open, the system's way back closes it and stays on the screen. It stands on an entry of the history of its own;
 * what the screen wrote into the address meanwhile (filters) moves to the entry beneath when that one goes.
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

/** Closes what is open, and navigates once it is gone: whoever leads on while its way back is under way is led back, too. */
export function afterOverlays(navigate: () => void): void {
  held.push(navigate)
  for (const { close } of [...standing, ...waiting]) close()
  release()
}

interface Overlay {
  mark: number
  /** Of the router's numbering; a replaced entry keeps it. */
  idx: unknown
  /** What its entry says now; the one beneath may say something older. */
  address: string
  close: () => void
}

/** An overlay's number, on the entry it stands on and on the one beneath that. */
const MARK = 'mograOverlay'
const BENEATH = 'mograBeneath'

/** Those that stand on an entry, the topmost last. */
const standing: Overlay[] = []
/** Those opened while our own way back is under way. */
const waiting: Overlay[] = []
/** What navigates after it. */
const held: (() => void)[] = []
/** The numbers of entries that one went on from: something lies ahead of them. */
const leftBehind = new Set<number>()
// Entries outlive the page that made them.
let lastMark = Date.now()
let isGoingBack = false
let lastBeneath = read(BENEATH)

// Before the router listens: it is to read the address that we leave.
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

/** The router drops the number when it writes the address anew. */
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
  // A link inside closes it and leads on: its navigation comes first.
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
  // Nobody stops where nothing is open any more.
  if (mark !== undefined && stay === 0) {
    if (cameFrom === mark && leftBehind.has(mark)) history.forward()
    else goBack()
  }
  if (isGoingBack) return
  for (const overlay of waiting.splice(0)) stand(overlay)
  release()
}

/** Once nothing stands over the screen any more, and the router has heard of that. */
function release() {
  if (isGoingBack || standing.length + waiting.length > 0) return
  for (const navigate of held.splice(0)) setTimeout(navigate)
}

/** The lowest first; an address typed over them leads on. */
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
