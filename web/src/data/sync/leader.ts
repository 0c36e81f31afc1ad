import type { PageChannel } from '../page/page-channel.ts'

/** How long the leading page may take to answer before a visible one takes its place. */
const PATIENCE_MS = 3000

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
  let end: (() => void) | undefined
  let patience: ReturnType<typeof setTimeout> | undefined

  const hold = () =>
    new Promise<void>((resolve) => {
      if (stopped.signal.aborted) return resolve()
      clearTimeout(patience)
      patience = undefined
      const endWork = lead()
      end = () => {
        end = undefined
        endWork()
        resolve()
      }
    })

  async function queue() {
    while (!stopped.signal.aborted) {
      try {
        await locks?.request(name, { signal: stopped.signal }, hold)
      } catch (error) {
        // Aborted: another page stole the lock, or we stop. Anything else: this browser gives no locks after all.
        end?.()
        if (!isAbort(error)) return hold()
      }
    }
  }
  const steal = () => {
    patience = undefined
    locks?.request(name, { steal: true }, hold).catch(() => end?.())
  }

  const unsubscribe = channel.subscribe((message) => {
    if (message.type === 'ping' && end) channel.post({ type: 'pong' })
    if (message.type !== 'pong') return
    clearTimeout(patience)
    patience = undefined
  })

  if (locks) void queue()
  else void hold()

  return {
    check() {
      if (end || patience !== undefined || !isVisible() || stopped.signal.aborted) return
      patience = setTimeout(steal, PATIENCE_MS)
      channel.post({ type: 'ping' })
    },
    stop() {
      stopped.abort()
      clearTimeout(patience)
      unsubscribe()
      end?.()
    },
  }
}

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'
