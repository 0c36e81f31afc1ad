import type { Running } from './link.ts'

/** Tells with every batch how much of what there is has come; `before` stood here already when it began. */
export function watchFirstSync(
  pull: Running,
  before: number,
  moved: (progress: { done: number; total: number }) => void,
): void {
  pull.on('change', (result) => {
    const pending = 'pending' in result && typeof result.pending === 'number' ? result.pending : 0
    const done = before + result.docs_written
    moved({ done, total: done + pending })
  })
}
