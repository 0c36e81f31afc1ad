import i18next from 'i18next'
import { useEffect } from 'react'
import { showToast } from '../overlays/toasts.tsx'
import { saveOrToast } from './save-or-toast.ts'

interface Removal<T> {
  taken: readonly T[]
  /** `count`: of all that the Undo would bring back. */
  message: (count: number) => string
}

export interface Undo<T> {
  offer: (removal: Removal<T>) => void
  /** The screen that it belongs to is shown; returns how it ends. */
  whileShown: () => () => void
}

/** An Undo for what is taken away on a screen. Of removals in a row one brings back all; it goes with its screen. */
export function openUndo<T>(keyOf: (one: T) => string, putBack: (all: readonly T[]) => Promise<unknown>): Undo<T> {
  let inSight: readonly T[] = []
  let screens = 0
  let withdraw = () => {}
  return {
    offer({ taken, message }) {
      // The write may have taken longer than somebody stayed.
      if (taken.length === 0 || screens === 0) return
      const all = [...inSight, ...taken]
      withdraw = showToast({
        message: message(new Set(all.map(keyOf)).size),
        action: { label: i18next.t('parts:undo'), onAction: () => void saveOrToast(putBack(all)) },
        onGone() {
          inSight = []
        },
      })
      // Not before: the line that was in sight went away for this one.
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

/** By the screen whose removals an Undo brings back. */
export function useUndo<T>({ whileShown }: Undo<T>): void {
  useEffect(whileShown, [whileShown])
}
