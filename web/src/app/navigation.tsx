import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import { keyInHistory } from '../paths.ts'
import { focusHeading } from '../ui/layout/focus-heading.ts'

const KEPT = 'mogra_scroll'
const KEPT_ENTRIES = 50
/** Scroll positions, by entry of this tab's history. */
const positions = readKept()
/** The position that a screen shall reach once it is tall enough. */
let wanted: number | undefined

/** New screens start at the top; going back and a reload return to the former position. */
export function useScrollPosition(): void {
  const { key, pathname } = useLocation()
  // Addresses that are typed all have the same key.
  const entry = `${key} ${pathname}`
  const isBack = useNavigationType() === 'POP'
  const seen = useRef(pathname)

  // In the layout phase: when the old screen goes and the page shrinks, its scroll event must not be stored under the
  // old key.
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual'
    const remember = () => positions.set(entry, wanted ?? window.scrollY)
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [entry])

  useEffect(() => {
    addEventListener('pagehide', keepPositions)
    return () => removeEventListener('pagehide', keepPositions)
  }, [])

  const arrive = useEffectEvent((here: string) => {
    const known = positions.get(here)
    const isNewScreen = seen.current !== pathname
    seen.current = pathname
    if (isBack && known !== undefined) return scrollUntilSettled(known)
    if (isNewScreen) window.scrollTo(0, 0)
    return undefined
  })
  useLayoutEffect(() => arrive(entry), [entry])
}

/** Reads the positions after a reload; a person who opens an address begins at its top. */
function readKept(): Map<string, number> {
  try {
    const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    if (arrival?.type !== 'navigate') return new Map(JSON.parse(sessionStorage.getItem(KEPT) ?? '[]'))
  } catch {
    // The storage is blocked, or holds something else.
  }
  return new Map()
}

function keepPositions() {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify([...positions].slice(-KEPT_ENTRIES)))
  } catch {
    // The storage is blocked or full: the next load begins at the top.
  }
}

/** A page that was reloaded has read its product list by then. */
const SETTLED_MS = 5_000

/** Scrolls again while the page grows: what loads makes it taller, and moves what is there. */
function scrollUntilSettled(top: number) {
  const listening = new AbortController()
  // The browser would follow the element it showed last, which may be a placeholder that is removed.
  const { style } = document.documentElement
  style.overflowAnchor = 'none'
  wanted = top
  let reached = 0
  const attempt = () => {
    // The screen itself scrolled to its top.
    if (reached > 0 && window.scrollY === 0) return stop()
    window.scrollTo(0, top)
    reached = window.scrollY
  }
  const growing = new ResizeObserver(attempt)
  const stop = () => {
    wanted = undefined
    style.overflowAnchor = ''
    clearTimeout(timer)
    growing.disconnect()
    listening.abort()
  }
  const timer = setTimeout(stop, SETTLED_MS)
  attempt()
  growing.observe(document.body)
  // A person who starts to scroll has seen the screen.
  const { signal } = listening
  for (const event of ['wheel', 'pointerdown', 'keydown'] as const) window.addEventListener(event, stop, { signal })
  return stop
}

/** `useScrollPosition` sets the scroll position. */
const IN_PLACE = { preventScroll: true }

/** The browser's history entry. It changes when a navigation begins; the new screen follows once it is loaded. */
const entryNow = () => `${keyInHistory()} ${location.hash}`

/**
 * After a navigation screen readers and keyboards start at the new screen's heading, unless the person has moved the
 * focus while it loaded. Render it after the screen; it outlives the screen.
 */
export function NavigationArrival({ main }: { main: RefObject<HTMLElement | null> }) {
  const { pathname } = useLocation()
  const arrivedAt = useRef<string>(undefined)
  const pressedAt = useRef<string>(undefined)
  const focusMovedAt = useRef<string>(undefined)

  useEffect(() => {
    const onPress = () => {
      pressedAt.current = entryNow()
    }
    // A menu that closes moves the focus too, after the press on its link: that press was still in the old entry.
    const onFocus = () => {
      focusMovedAt.current = pressedAt.current
    }
    const listening = new AbortController()
    const options = { capture: true, signal: listening.signal }
    document.addEventListener('pointerdown', onPress, options)
    document.addEventListener('keydown', onPress, options)
    document.addEventListener('focusin', onFocus, options)
    return () => listening.abort()
  }, [])

  useEffect(() => {
    if (pathname === arrivedAt.current) return
    const isFirst = arrivedAt.current === undefined
    arrivedAt.current = pathname
    const target = main.current
    if (isFirst || !target || target.contains(document.activeElement)) return
    if (focusMovedAt.current === entryNow() && document.activeElement !== document.body) return
    if (focusHeading(target, IN_PLACE)) return
    target.focus(IN_PLACE)
    // The screen may still be reading its data: the heading gets the focus once it is there, unless the focus has
    // moved.
    const watcher = new MutationObserver(() => {
      if (document.activeElement !== target || focusHeading(target, IN_PLACE)) watcher.disconnect()
    })
    watcher.observe(target, { childList: true, subtree: true })
    return () => watcher.disconnect()
  }, [pathname, main])
  return null
}

/** Sets the tab's title. Render it before the screen, so that the screen's own `usePageTitle` comes last. */
export function RouteTitle({ title }: { title: string }) {
  useEffect(() => {
    document.title = title
  }, [title])
  return null
}

/**
 * Turns plain `#/…` links into router navigations, so that the history knows the direction; `#id` only moves the focus.
 */
export function useHashLinks(): void {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const catchUp = useEffectEvent(() => {
    const typed = location.hash.slice(1)
    if (typed.startsWith('/') && typed !== pathname + search)
      void navigate(typed, { replace: true, state: history.state?.usr })
  })
  // The router does not notice an address that was typed while the app opened. An address that a screen wrote itself at
  // its start looks the same, and keeps its state.
  useEffect(() => catchUp(), [])
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      if (
        event.defaultPrevented ||
        event.button !== 0 ||
        event.metaKey ||
        event.ctrlKey ||
        event.shiftKey ||
        event.altKey
      )
        return
      const anchor = event.target instanceof Element ? event.target.closest('a') : null
      const href = anchor?.getAttribute('href')
      if (!href?.startsWith('#') || anchor?.target) return
      event.preventDefault()
      if (href.startsWith('#/')) void navigate(href.slice(1))
      else document.getElementById(href.slice(1))?.focus()
    }
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [navigate])
}
