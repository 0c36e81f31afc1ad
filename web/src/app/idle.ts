const LONGEST_MS = 3000

/** Resolves when the page has nothing better to do, in the end also without. */
export const onceIdle = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari has none.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: LONGEST_MS })
    else setTimeout(resolve, LONGEST_MS)
  })
