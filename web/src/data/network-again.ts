import { currentDataLayer } from './runtime/current-data-layer.ts'

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 600_000

/** How long to wait before a file of the app is asked for again: it may be blocked for good, and each try costs data. */
export const waitAfter = (tries: number): number => Math.min(FIRST_WAIT_MS * 2 ** tries, LONGEST_WAIT_MS)

/**
 * Resolves when it is worth asking the network again: the browser says that there is one, the sync hears of the service
 * again (browsers seldom say when a network is back behind the same Wi-Fi), or after `ms`.
 */
export const networkAgain = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    const { status } = currentDataLayer()
    const isAway = () => ['offline', 'waiting'].includes(status.get().state)
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      stop()
      resolve()
    }
    const timer = setTimeout(end, ms)
    addEventListener('online', end)
    let wasAway = false
    const stop = status.subscribe(() => {
      if (wasAway && !isAway()) return end()
      wasAway = isAway()
    })
    // Read only now: nobody may have followed the status before.
    wasAway = isAway()
  })
