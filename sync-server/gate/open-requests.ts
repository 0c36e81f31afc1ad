import type { Sessions } from '../accounts/sessions.ts'

/** What runs or is held for which session, so that it ends with it. */
export interface OpenRequests {
  /** `cut` is called once when the session ends; call the answer when the request is over. */
  add(sessionId: string, cut: () => void): () => void
  /** Looks up all sessions that have requests open, and cuts those that another instance ended. */
  recheck(): Promise<void>
  count(): number
  close(): void
}

const RECHECK_MS = 4_000
const READ_AT_ONCE = 500

interface Needs {
  sessions: Sessions
  report?: (message: string) => void
}

export function openOpenRequests({ sessions, report = console.error }: Needs): OpenRequests {
  const bySession = new Map<string, Set<() => void>>()

  function cut(sessionId: string) {
    const requests = bySession.get(sessionId)
    bySession.delete(sessionId)
    for (const end of requests ?? []) end()
  }
  sessions.onEnd(cut)

  async function recheck() {
    const ids = [...bySession.keys()]
    for (let from = 0; from < ids.length; from += READ_AT_ONCE)
      for (const id of await sessions.ended(ids.slice(from, from + READ_AT_ONCE))) cut(id)
  }

  const timer = setInterval(() => {
    // Without CouchDB nothing can be read through them anyway.
    recheck().catch((error: unknown) => report(`Sessions could not be looked up again: ${String(error)}`))
  }, RECHECK_MS)
  timer.unref()

  return {
    add(sessionId, end) {
      const requests = bySession.get(sessionId)
      if (requests) requests.add(end)
      else bySession.set(sessionId, new Set([end]))
      return () => {
        const here = bySession.get(sessionId)
        here?.delete(end)
        if (here?.size === 0) bySession.delete(sessionId)
      }
    },
    recheck,
    count: () => [...bySession.values()].reduce((sum, requests) => sum + requests.size, 0),
    close: () => clearInterval(timer),
  }
}
