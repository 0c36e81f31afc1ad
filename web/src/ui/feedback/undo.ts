import { showToast } from '../overlays/toasts.tsx'

interface Removal<T> {
  taken: readonly T[]
  message: (all: readonly T[]) => string
  undo: string
  putBack: (all: readonly T[]) => void
}

/** Offers an Undo for what was taken away; of removals in a row, one Undo brings everything back. */
export function openUndo<T>(): (removal: Removal<T>) => void {
  let inSight: readonly T[] = []
  return ({ taken, message, undo, putBack }) => {
    const all = [...inSight, ...taken]
    showToast({
      message: message(all),
      action: { label: undo, onAction: () => putBack(all) },
      onGone() {
        inSight = []
      },
    })
    // Not before: the line that was in sight went away for this one.
    inSight = all
  }
}
