import type { RunningReplication } from './replication-runner.ts'

/** Tells with every batch how much of what there is has come; `before` stood here already when it began. */
export function watchInitialSync(
  pull: RunningReplication,
  before: number,
  moved: (progress: { done: number; total: number }) => void,
): void {
  pull.on('change', (result) => {
    const pending = 'pending' in result && typeof result.pending === 'number' ? result.pending : 0
    const done = before + result.docs_written
    moved({ done, total: done + pending })
  })
}
