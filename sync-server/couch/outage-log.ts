import { isUnreachable } from './failures.ts'

/** Writes what went wrong to the log; `error` says why. */
export type Report = (message: string, error?: unknown) => void

/**
 * What the log says while CouchDB is away: one line a minute, however many requests and tasks fail by it, and a line when
 * it is back.
 */
export interface OutageLog {
  /** True when the error says that CouchDB is away: then it is said here, and the caller logs nothing. */
  tells(error: unknown): boolean
  /** The same for a request that failed by it; the next line counts these. */
  tellsOfRequest(error: unknown): boolean
  /** Logs the message, unless its error says that CouchDB is away: then the line of the outage covers it. */
  report: Report
  /** To be called with every answer of CouchDB. */
  answered(): void
}

const EVERY_MS = 60_000

interface Needs {
  /** Of CouchDB, without credentials. */
  origin: string
  now: () => Date
  write?: (line: string) => void
}

export function openOutageLog({ origin, now, write = console.error }: Needs): OutageLog {
  let isAway = false
  /** Whether the current outage has been logged; if so, its end is logged too. */
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
