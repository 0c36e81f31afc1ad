const TRIED = 'mogra_recoveries'
/** The service worker never answers a request for its own script, so the answer comes from the network. */
const START = '/sw.js'
/** Tries that are older than this are not counted. */
const FORGOTTEN_MS = 300_000
/** A recovery waits no longer than this for the new version; one that arrives later is used at the next try. */
const PATIENCE_MS = 5_000
/** Long enough that a person can press "Try again" before. */
const FIRST_WAIT_MS = 5_000
const LONGEST_WAIT_MS = 60_000

/**
 * Starts the app again in another way than the one that failed: with the newer version, if there is one, and from the second
 * try on with files that are fetched past the browser's own cache. Local data is not touched. `failed` is the address of the
 * file that could not be loaded; if it is absent, the start failed.
 */
export async function recover(failed = START): Promise<void> {
  const tried = triesFor(failed)
  noteTries(failed, tried + 1)
  const steps = [takeNewVersion(), ...(tried > 0 ? [fetchPastCache()] : [])]
  await Promise.race([Promise.allSettled(steps), after(PATIENCE_MS)])
  location.reload()
}

/**
 * Recovers automatically once the service can be reached; after each recovery that did not help it waits longer. `again`
 * resolves when another request is worthwhile, at the latest after the given milliseconds. Returns a function that stops
 * this.
 */
export function recoverWhenPossible(again: (ms: number) => Promise<unknown>, failed = START): () => void {
  let isOver = false
  const waitMs = Math.min(FIRST_WAIT_MS * 2 ** triesFor(failed), LONGEST_WAIT_MS)
  const attempt = async (): Promise<void> => {
    await again(waitMs)
    if (isOver) return
    // Any answer counts: a file that does not exist any more belongs to a version that was replaced.
    const isReachable = await fetch(failed, { method: 'HEAD', cache: 'no-store' }).then(
      () => true,
      () => false,
    )
    if (isOver) return
    if (isReachable) return recover(failed)
    return attempt()
  }
  void attempt()
  return () => {
    isOver = true
  }
}

export const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

async function takeNewVersion() {
  const registration = await navigator.serviceWorker?.getRegistration()
  await registration?.update().catch(() => undefined)
  const worker = registration?.waiting ?? registration?.installing
  if (!worker) return
  const inCharge = new Promise((resolve) =>
    navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
  )
  const take = () => {
    if (worker.state === 'installed') worker.postMessage({ type: 'SKIP_WAITING' })
  }
  worker.addEventListener('statechange', take)
  take()
  await inCharge
}

/** Replaces the copies of the files that this page has loaded in the browser's own cache. */
function fetchPastCache() {
  const urls = performance.getEntriesByType('resource').map(({ name }) => name)
  const ours = urls.filter((url) => url.startsWith(`${location.origin}/assets/`))
  return Promise.allSettled([...new Set(ours)].map((url) => fetch(url, { cache: 'reload' })))
}

function triesFor(failed: string): number {
  try {
    const tried = JSON.parse(sessionStorage.getItem(TRIED) ?? '')
    return tried.failed === failed && Date.now() - tried.at < FORGOTTEN_MS ? Number(tried.count) || 0 : 0
  } catch {
    return 0
  }
}

function noteTries(failed: string, count: number) {
  try {
    sessionStorage.setItem(TRIED, JSON.stringify({ failed, count, at: Date.now() }))
  } catch {
    // If the storage is blocked or full, each try counts as the first.
  }
}
