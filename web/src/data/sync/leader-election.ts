import type { PageChannel } from './page-channel.ts'

/** How long the leading page may take to answer before a visible page takes the lead. */
const PATIENCE_MS = 3000
/**
 * How often a visible page asks the leading page for an answer, because a page may be suspended at any time and no event
 * reports it.
 */
const ASK_EVERY_MS = 10_000

interface Parts {
  name: string
  locks: LockManager | undefined
  channel: PageChannel
  isVisible: () => boolean
  /** Begins the leading page's work; the returned function ends it. */
  lead: () => () => void
}

export interface Leadership {
  /** Makes sure that a page leads: asks the leader for an answer, and takes over if there is none. */
  check(): void
  stop(): void
}

/**
 * Elects one page of the browser, which leads as long as it lives. Without Web Locks every page leads: wasteful, but
 * correct.
 */
export function seekLeadership({ name, locks, channel, isVisible, lead }: Parts): Leadership {
  const stopped = new AbortController()
  /**
   * The functions that end this page's turns. A page that steals the lock may be granted it in the queue at the same
   * moment: that is two turns, but the work runs once.
   */
  const turns = new Set<() => void>()
  let endWork = () => {}
  let patience: ReturnType<typeof setTimeout> | undefined

  function aTurn() {
    const { promise: over, resolve } = Promise.withResolvers<void>()
    let isOver = false
    function end() {
      isOver = true
      resolve()
      if (turns.delete(end) && turns.size === 0) endWork()
    }
    function hold() {
      // The callback of a stolen lock may run after its request was rejected.
      if (isOver || stopped.signal.aborted) return
      clearTimeout(patience)
      patience = undefined
      if (turns.size === 0) endWork = lead()
      turns.add(end)
      return over
    }
    return { hold, end }
  }

  async function queue() {
    while (!stopped.signal.aborted) {
      const turn = aTurn()
      try {
        await locks?.request(name, { signal: stopped.signal }, turn.hold)
      } catch (error) {
        // Aborted: another page stole the lock, or this page stops. On any other error this browser grants no locks, so
        // this page leads.
        turn.end()
        if (!isAbort(error)) return aTurn().hold()
      }
    }
  }
  const steal = () => {
    patience = undefined
    const turn = aTurn()
    locks?.request(name, { steal: true }, turn.hold).catch(turn.end)
  }

  const endAll = () => {
    for (const end of [...turns]) end()
  }

  const unsubscribe = channel.subscribe((message) => {
    if (message.type === 'ping' && turns.size > 0) {
      // Only visible pages ask. Browsers slow a hidden page down, to one timer a minute, so it hands over.
      const isHandedOver = !isVisible()
      if (isHandedOver) endAll()
      channel.post({ type: 'pong', isHandedOver })
    }
    if (message.type !== 'pong' || patience === undefined) return
    clearTimeout(patience)
    patience = undefined
    // The next page in the queue may be hidden too.
    if (message.isHandedOver && turns.size === 0) steal()
  })

  function check() {
    if (turns.size > 0 || patience !== undefined || !isVisible() || stopped.signal.aborted) return
    patience = setTimeout(steal, PATIENCE_MS)
    channel.post({ type: 'ping' })
  }

  if (locks) void queue()
  else void aTurn().hold()
  const asking = setInterval(check, ASK_EVERY_MS)

  return {
    check,
    stop() {
      stopped.abort()
      clearTimeout(patience)
      clearInterval(asking)
      unsubscribe()
      endAll()
    },
  }
}

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'
