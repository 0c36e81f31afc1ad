import type { RunningReplication } from './replication-runner.ts'

/** Reports after every batch how many documents have come; `before` were already here when it began. */
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
