import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { sameScreen } from '../paths.ts'

const DOUBLE_TAP_MS = 500
const DOUBLE_TAP_PX = 48

interface Tap {
  /** How many screens had been shown before this tap. */
  screen: number
  at: number
  x: number
  y: number
}

const NO_TAP: Tap = { screen: 0, at: Number.NEGATIVE_INFINITY, x: 0, y: 0 }

/**
 * The second tap of a double tap was meant for what was there at the first. It does nothing if another screen has come
 * in between, or in an action bar, whose button leads to the next screen. Keys and taps in other places are not held
 * back.
 */
export function useDoubleTapGuard(): void {
  const { pathname, key, state } = useLocation()
  const isNewEntry = useNavigationType() !== 'REPLACE' && !isSameScreen(state)
  const screen = useRef(0)
  const seen = useRef(pathname)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each entry of the history
  useLayoutEffect(() => {
    // A filter changes the address, but not the screen.
    if (isNewEntry || seen.current !== pathname) screen.current += 1
    seen.current = pathname
  }, [key])

  useEffect(() => {
    let last = NO_TAP
    const hold = (event: MouseEvent) => {
      // Keys and screen readers click without a position.
      if (event.detail === 0) return
      const before = last
      last = { screen: screen.current, at: event.timeStamp, x: event.clientX, y: event.clientY }
      if (!isSecondTap(before, last)) return
      const isBarsOwn = event.target instanceof Element && event.target.closest('[data-action-bar]') !== null
      if (!isBarsOwn && before.screen === last.screen) return
      event.preventDefault()
      event.stopPropagation()
    }
    // A person who types has noticed the new screen. `Form` dispatches events of its own for fields that were filled in.
    const forget = ({ isTrusted }: Event) => {
      if (isTrusted) last = NO_TAP
    }
    document.addEventListener('click', hold, { capture: true })
    document.addEventListener('input', forget, { capture: true })
    return () => {
      document.removeEventListener('click', hold, { capture: true })
      document.removeEventListener('input', forget, { capture: true })
    }
  }, [])
}

const isSameScreen = (state: unknown) => Object(state).isSameScreen === sameScreen.isSameScreen

const isSecondTap = (first: Tap, second: Tap) =>
  second.at - first.at < DOUBLE_TAP_MS && Math.hypot(second.x - first.x, second.y - first.y) < DOUBLE_TAP_PX
