import { useEffect, useRef } from 'react'

/** This key opens the row that has the focus. */
export const OPEN = 'Enter'

/** Only these repeat while they are held: a held key must not decide about one row after another. */
const MOVES: readonly string[] = ['j', 'k']

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
      if (!event.repeat || MOVES.includes(event.key)) act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
