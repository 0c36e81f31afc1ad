import i18next from 'i18next'
import { useEffect } from 'react'
import { showToast } from '../overlays/toasts.tsx'
import { saveOrToast } from './save-or-toast.ts'

interface Removal<T> {
  taken: readonly T[]
  /** `count`: how many items the Undo would bring back. */
  message: (count: number) => string
}

export interface Undo<T> {
  offer: (removal: Removal<T>) => void
  /** Call while the screen of the Undo is shown; the returned function ends that. */
  whileShown: () => () => void
}

/**
 * An Undo for what a screen removes. After several removals it brings back all of them; it disappears with its screen.
 */
export function openUndo<T>(keyOf: (one: T) => string, putBack: (all: readonly T[]) => Promise<unknown>): Undo<T> {
  let inSight: readonly T[] = []
  let screens = 0
  let withdraw = () => {}
  return {
    offer({ taken, message }) {
      // The person may have left the screen before the write was done.
      if (taken.length === 0 || screens === 0) return
      const all = [...inSight, ...taken]
      withdraw = showToast({
        message: message(new Set(all.map(keyOf)).size),
        action: { label: i18next.t('parts:undo'), onAction: () => void saveOrToast(putBack(all)) },
        onGone() {
          inSight = []
        },
      })
      // Set only now: showing this toast removes the one before, whose `onGone` clears the list.
      inSight = all
    },
    whileShown() {
      screens += 1
      return () => {
        screens -= 1
        if (screens === 0) withdraw()
      }
    },
  }
}

/** Connects an Undo with the screen whose removals it brings back. */
export function useUndo<T>({ whileShown }: Undo<T>): void {
  useEffect(whileShown, [whileShown])
}
