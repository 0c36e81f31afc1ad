const TRIED = 'mogra_recoveries'
/** The worker never answers for itself. */
const START = '/sw.js'
/** What failed longer ago says nothing of this time. */
const FORGOTTEN_MS = 300_000
/** A version that takes longer to arrive waits for the next try. */
const PATIENCE_MS = 5_000
/** A person who presses "Try again" comes first. */
const FIRST_WAIT_MS = 5_000
const LONGEST_WAIT_MS = 60_000

/**
 * Starts again, and another way than the one that failed: with the newer version, if there is one, and from the second try
 * on with files that are asked for past the browser's own cache. Local data is not touched. `failed` is the address of the
 * file that could not be had; absent: the start.
 */
export async function recover(failed = START): Promise<void> {
  const tried = triesFor(failed)
  noteTries(failed, tried + 1)
  const steps = [takeNewVersion(), ...(tried > 0 ? [fetchPastCache()] : [])]
  await Promise.race([Promise.allSettled(steps), after(PATIENCE_MS)])
  location.reload()
}

/**
 * Recovers by itself once the service can be reached, later after each recovery that did not help. `again` resolves when
 * it is worth asking, after that many milliseconds at the latest. Returns how to stop it.
 */
export function recoverWhenPossible(again: (ms: number) => Promise<unknown>, failed = START): () => void {
  let isOver = false
  const waitMs = Math.min(FIRST_WAIT_MS * 2 ** triesFor(failed), LONGEST_WAIT_MS)
  const attempt = async (): Promise<void> => {
    await again(waitMs)
    if (isOver) return
    // Whatever the answer is: a file that is gone belongs to a version that has a successor.
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

/** Replaces what the browser keeps of the files that this page has loaded. */
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
    // Storage that is blocked or full: each try counts as the first.
  }
}
