import { setTimeout as pause } from 'node:timers/promises'

const FOR_MS = 60_000
const TRIES = 20
const PAUSE_MS = 100

/** Repeats work that fails, as a person would, because the machine may be very slow. */
export async function retry<T>(work: () => Promise<T>): Promise<T> {
  const until = Date.now() + FOR_MS
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (tries >= TRIES && Date.now() > until) throw error
      await pause(PAUSE_MS)
    }
  }
}
