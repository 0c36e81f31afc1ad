import { tooMany } from '../http/throughput-limits.ts'

interface Permits {
  taken: number
  waiting: Set<() => void>
}

/**
 * Waits for a permit and returns the function that releases it. Throws 429 if that takes too long, or the reason of
 * `signal` if it is aborted.
 */
export type Acquire = (name: string, signal: AbortSignal) => Promise<() => void>

const PATIENCE_MS = 10_000

/** `most` permits for each name, given in order of arrival. */
export function openSemaphore(most: number, patienceMs = PATIENCE_MS): Acquire {
  const all = new Map<string, Permits>()

  return async (name, signal) => {
    signal.throwIfAborted()
    const places = all.get(name) ?? { taken: 0, waiting: new Set() }
    all.set(name, places)
    if (places.taken < most) places.taken += 1
    else await placeLeft(places, signal, patienceMs)
    return () => {
      const [next] = places.waiting
      if (next) return next()
      places.taken -= 1
      if (places.taken === 0) all.delete(name)
    }
  }
}

/** Resolves when a released permit is passed on to this request. */
function placeLeft({ waiting }: Permits, signal: AbortSignal, patienceMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => end(() => reject(tooMany())), patienceMs)
    const enter = () => end(resolve)
    const giveUp = () => end(() => reject(signal.reason))
    function end(settle: () => void) {
      clearTimeout(timer)
      waiting.delete(enter)
      signal.removeEventListener('abort', giveUp)
      settle()
    }
    waiting.add(enter)
    signal.addEventListener('abort', giveUp)
  })
}
