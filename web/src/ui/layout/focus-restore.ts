import { type RefObject, useLayoutEffect, useRef } from 'react'

interface FocusRestore<Box> {
  ref: RefObject<Box | null>
  onFocus: () => void
  onBlur: () => void
}

/**
 * For a box whose parts replace each other: when the part with the focus is removed, the first element that matches the
 * selector gets it. Otherwise keyboards and screen readers would start again at the top of the page. Spread it on the
 * box.
 */
export function useFocusRestore<Box extends HTMLElement = HTMLDivElement>(selector: string): FocusRestore<Box> {
  const ref = useRef<Box>(null)
  const hasFocus = useRef(false)
  useLayoutEffect(() => {
    if (!hasFocus.current || document.activeElement !== document.body) return
    const heir = ref.current?.querySelector<HTMLElement>(selector)
    // A heading's `tabIndex` is -1 by default, but it can be focused only if the attribute is set.
    if (heir?.tabIndex === -1) heir.tabIndex = -1
    heir?.focus()
  })
  return {
    ref,
    onFocus: () => {
      hasFocus.current = true
    },
    // React fires no blur when the focused element itself is removed.
    onBlur: () => {
      hasFocus.current = false
    },
  }
}
