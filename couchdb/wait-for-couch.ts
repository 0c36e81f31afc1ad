import type { CouchClient } from './client/couch-client.ts'
import { counted } from './counted.ts'

export interface WaitOptions {
  /** How long to wait: `Infinity` waits forever, and 0 asks once. */
  patienceMs: number
  log: (line: string) => void
}

const TRY_MS = 5_000
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 15_000
const SAID_EVERY_MS = 60_000

/**
 * Waits for a CouchDB that is down, starting, or missing behind its proxy, and logs this once a minute. Other faults,
 * such as a wrong password, do not pass by themselves: `checkServer` reports them.
 */
export async function waitForCouch(couch: CouchClient, { patienceMs, log }: WaitOptions): Promise<void> {
  const began = Date.now()
  let saidAt: number | undefined
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const reason = await whyDown(couch)
    if (reason === undefined) {
      if (saidAt !== undefined) log(`CouchDB answers at ${couch.origin} now.`)
      return
    }
    if (patienceMs === 0) throw new Error(reason)
    const left = began + patienceMs - Date.now()
    if (left <= 0) throw new Error(`${reason} Gave up after ${counted(Math.round(patienceMs / 1000), 'second')}.`)
    if (saidAt === undefined || Date.now() - saidAt >= SAID_EVERY_MS) {
      saidAt = Date.now()
      log(`${reason} Waiting for it.`)
    }
    const next = Math.min(pause, left)
    await new Promise((resolve) => setTimeout(resolve, next))
  }
}

async function whyDown(couch: CouchClient): Promise<string | undefined> {
  try {
    const response = await couch.open('/_up', {}, TRY_MS)
    // A proxy may respond with HTML, so the body is not read.
    await response.body?.cancel()
    return response.status < 500
      ? undefined
      : `CouchDB is not ready at ${couch.origin}: it answered ${response.status}.`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
