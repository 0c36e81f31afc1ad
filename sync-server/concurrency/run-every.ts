/** Works now and every so often; answers how to stop. A round that fails is made good by the next. */
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
