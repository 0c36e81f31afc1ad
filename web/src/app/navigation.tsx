import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom'

const positions = new Map<string, number>()

/** New screens start at the top; going back returns to where one was, once the screen is tall enough again. */
export function useScrollPosition(): void {
  const { key, pathname } = useLocation()
  // Addresses that are typed have one key for all.
  const entry = `${key} ${pathname}`
  const isBack = useNavigationType() === 'POP'
  const seen = useRef(pathname)

  // In the layout phase: when the old screen goes and the page shrinks, nobody may note that under the old key.
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual'
    const remember = () => positions.set(entry, window.scrollY)
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [entry])

  const arrive = useEffectEvent((here: string) => {
    const known = positions.get(here)
    const isNewScreen = seen.current !== pathname
    seen.current = pathname
    if (isBack && known !== undefined) return scrollWhenTallEnough(known)
    if (isNewScreen) window.scrollTo(0, 0)
    return undefined
  })
  useLayoutEffect(() => arrive(entry), [entry])
}

function scrollWhenTallEnough(top: number) {
  const until = performance.now() + 1500
  let frame = 0
  const attempt = () => {
    const reachable = document.documentElement.scrollHeight - window.innerHeight
    window.scrollTo(0, Math.min(top, reachable))
    if (reachable < top && performance.now() < until) frame = requestAnimationFrame(attempt)
  }
  const listening = new AbortController()
  const stop = () => {
    cancelAnimationFrame(frame)
    listening.abort()
  }
  attempt()
  // Whoever starts to scroll on their own has arrived.
  const { signal } = listening
  for (const event of ['wheel', 'touchstart', 'keydown'] as const) window.addEventListener(event, stop, { signal })
  return stop
}

/** After a navigation readers and keyboards start at the new screen's heading. Stands behind the screen, and outlives it. */
export function Arrival({ main }: { main: RefObject<HTMLElement | null> }) {
  const { pathname } = useLocation()
  const arrivedAt = useRef<string>(undefined)
  useEffect(() => {
    if (pathname === arrivedAt.current) return
    const isFirst = arrivedAt.current === undefined
    arrivedAt.current = pathname
    const target = main.current
    if (isFirst || !target || target.contains(document.activeElement)) return
    if (focusHeading(target)) return
    target.focus({ preventScroll: true })
    // What the screen reads first may take a moment: the heading gets the focus then, unless it has gone elsewhere.
    const watcher = new MutationObserver(() => {
      if (document.activeElement !== target || focusHeading(target)) watcher.disconnect()
    })
    watcher.observe(target, { childList: true, subtree: true })
    return () => watcher.disconnect()
  }, [pathname, main])
  return null
}

function focusHeading(main: HTMLElement): boolean {
  const heading = main.querySelector('h1')
  if (!heading) return false
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  return true
}

/** Sets the tab's name; stands before the screen, so that the screen's own `usePageTitle` has the last word. */
export function RouteTitle({ title }: { title: string }) {
  useEffect(() => {
    document.title = title
  }, [title])
  return null
}

/** Plain `#/…` links become router navigations, so that the history knows which way one goes; `#id` only moves the focus. */
export function useHashLinks(): void {
  const navigate = useNavigate()
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
