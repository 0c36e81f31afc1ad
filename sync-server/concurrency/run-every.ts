/**
 * Runs `work` now and every `everyMs`; returns the function that stops it. After a failure, the next round runs as
 * usual.
 */
export function runEvery(work: () => Promise<void>, everyMs: number, report: (error: unknown) => void) {
  let current = work().catch(report)
  const timer = setInterval(() => {
    current = current.then(work).catch(report)
  }, everyMs)
  return async (): Promise<void> => {
    clearInterval(timer)
    await current
  }
}
