import { useEffect, useRef } from 'react'

/** This key opens the row that has the focus. */
export const OPEN = 'Enter'

/** Runs the function of a pressed key, but not while a field has the focus or a dialog is open. */
export function useDeskKeys(keys: Record<string, () => void>) {
  const current = useRef(keys)
  useEffect(() => {
    current.current = keys
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return
      const { target } = event
      if (target instanceof HTMLElement && target.closest('input:not([type=checkbox], [type=radio]), textarea, select'))
        return
      // On a link or button, Enter activates that one.
      if (event.key === OPEN && target instanceof HTMLElement && target.closest('a, button, input, summary')) return
      const act = current.current[event.key]
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
