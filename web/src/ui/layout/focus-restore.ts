import { type RefObject, useLayoutEffect, useRef } from 'react'

interface FocusRestore {
  ref: RefObject<HTMLDivElement | null>
  onFocus: () => void
  onBlur: () => void
}

/**
 * For a box whose parts take each other's place: when the part with the focus goes, the first that fits the selector gets
 * it. Otherwise keyboards and readers would start again at the top of the page. Spread it on the box.
 */
export function useFocusRestore(selector: string): FocusRestore {
  const ref = useRef<HTMLDivElement>(null)
  const hasFocus = useRef(false)
  useLayoutEffect(() => {
    if (!hasFocus.current || document.activeElement !== document.body) return
    const heir = ref.current?.querySelector<HTMLElement>(selector)
    // A heading says -1 by itself, and takes the focus only once it is told so.
    if (heir?.tabIndex === -1) heir.tabIndex = -1
    heir?.focus()
  })
  return {
    ref,
    onFocus: () => {
      hasFocus.current = true
    },
    // React hears of no blur when the part itself is taken away.
    onBlur: () => {
      hasFocus.current = false
    },
  }
}
