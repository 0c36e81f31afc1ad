import { useEffect, useRef } from 'react'

/** The key that opens what has the focus. */
export const OPEN = 'Enter'

/** Calls what a key stands for, only while no field has the focus and no dialog is open. */
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
      // Enter on a control is the control's.
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
