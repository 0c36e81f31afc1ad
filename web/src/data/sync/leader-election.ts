import type { PageChannel } from './page-channel.ts'

/** How long the leading page may take to answer before a visible one takes its place. */
const PATIENCE_MS = 3000
/** A visible page asks so often: a leader may be suspended long after its last answer, and nothing tells. */
const ASK_EVERY_MS = 10_000

interface Parts {
  name: string
  locks: LockManager | undefined
  channel: PageChannel
  isVisible: () => boolean
  /** Begins the leading page's work; what it returns ends it. */
  lead: () => () => void
}

export interface Leadership {
  /** Makes sure that somebody leads: asks the leader for a sign of life, and takes over without one. */
  check(): void
  stop(): void
}

/** One page of the browser leads, as long as it lives. Without Web Locks every page does: wasteful, but correct. */
export function seekLeadership({ name, locks, channel, isVisible, lead }: Parts): Leadership {
  const stopped = new AbortController()
  /** Ends each. A page that steals may be given the lead in its turn just then: two for a moment, but one work. */
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
      // A stolen lock may say that it is held after it has said that it is lost.
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
        // Aborted: another page stole the lock, or we stop. Anything else: this browser gives no locks after all.
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
      // Only visible pages ask. Browsers slow a hidden one down, to a look a minute.
      const isHandedOver = !isVisible()
      if (isHandedOver) endAll()
      channel.post({ type: 'pong', isHandedOver })
    }
    if (message.type !== 'pong' || patience === undefined) return
    clearTimeout(patience)
    patience = undefined
    // Whoever stands in line before us may be hidden, too.
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
