import { isUnreachable } from './failures.ts'

/** Logs a failure; `error` gives its cause. */
export type Report = (message: string, error?: unknown) => void

/**
 * Logs an outage of CouchDB: one line a minute, however many requests and tasks fail because of it, and a line when
 * CouchDB is back.
 */
export interface OutageLog {
  /**
   * Returns true if the error means that CouchDB is away: the outage is then logged here, and the caller logs nothing.
   */
  tells(error: unknown): boolean
  /** As `tells`, for a request that failed; the next line counts it. */
  tellsOfRequest(error: unknown): boolean
  /** Logs the message, unless its error says that CouchDB is away: then the line of the outage covers it. */
  report: Report
  /** Call this for every answer of CouchDB. */
  answered(): void
}

const EVERY_MS = 60_000

interface Needs {
  /** CouchDB's origin, without credentials. */
  origin: string
  now: () => Date
  write?: (line: string) => void
}

export function openOutageLog({ origin, now, write = console.error }: Needs): OutageLog {
  let isAway = false
  /** True if the current outage has been logged; its end is then logged too. */
  let isSaid = false
  let saidAtMs = Number.NEGATIVE_INFINITY
  let failedRequests = 0

  // A clock that was set back must not silence the log.
  const mayBeSaid = () => Math.abs(now().getTime() - saidAtMs) >= EVERY_MS

  function say(line: string) {
    const count = failedRequests > 0 ? ` Requests that failed since the last line: ${failedRequests}.` : ''
    write(`CouchDB at ${origin} ${line}${count}`)
    failedRequests = 0
  }

  function tells(error: unknown): boolean {
    if (!isUnreachable(error)) return false
    isAway = true
    if (mayBeSaid()) {
      isSaid = true
      saidAtMs = now().getTime()
      say(`is not available (${reasonOf(error)}); Mogra keeps trying; this is logged once a minute.`)
    }
    return true
  }

  return {
    tells,

    tellsOfRequest(error) {
      failedRequests += 1
      if (tells(error)) return true
      failedRequests -= 1
      return false
    },

    report(message, error) {
      if (error !== undefined && tells(error)) return
      write(error === undefined ? message : `${message}: ${String(error)}`)
    },

    answered() {
      // If the outage is not logged yet, because the last line is younger than a minute, then its end waits as well.
      if (!isAway || !(isSaid || mayBeSaid())) return
      isAway = false
      isSaid = false
      say('is available again.')
    },
  }
}

/** The innermost reason, on one line and without credentials. */
function reasonOf(error: unknown): string {
  if (error instanceof Error && error.cause instanceof Error && error.cause !== error) return reasonOf(error.cause)
  const text = error instanceof Error ? error.message : String(error)
  return text
    .replace(/^error happened in your connection\. Reason: (Error: )?/, '')
    .replace(/\/\/[^/\s]*@/g, '//…@')
    .replace(/\s+/g, ' ')
    .slice(0, 200)
}
