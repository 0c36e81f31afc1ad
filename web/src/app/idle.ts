const LONGEST_MS = 3000

/** Resolves when the page is idle, or after 3 s. */
export const onceIdle = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari has no `requestIdleCallback`.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: LONGEST_MS })
    else setTimeout(resolve, LONGEST_MS)
  })
