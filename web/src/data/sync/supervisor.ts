import type { Environment, WakeReason } from '../platform/environment.ts'
import type { ConnectionReport } from './connection-report.ts'
import { type Leadership, seekLeadership } from './leader-election.ts'
import type { PageChannel } from './page-channel.ts'
import { BackOff } from './replication/back-off.ts'
import { loadReplication } from './replication/remote.ts'
import type { Replicator, ReplicatorParts } from './replicator.ts'

/** After the first screen. */
const LOADED_AFTER_MS = 10_000

/** What replicates, and what watches over it: nothing that is shown waits for either. */
async function loadReplicator() {
  const [{ Replicator }] = await Promise.all([import('./replicator.ts'), loadReplication()])
  return Replicator
}

interface Parts {
  environment: Environment
  channel: PageChannel
  replicator: Omit<ReplicatorParts, 'report'>
  /** A report of the leading page, be it this one. */
  received: (report: ConnectionReport) => void
}

/** Sees to it that one page of this browser replicates, and that it hears of everything that asks for haste. */
export class Supervisor {
  readonly #parts: Parts
  #leadership: Leadership | undefined
  #replicator: Replicator | undefined
  /** Asks at once for the chunk that this page leads with, where it could not be had. */
  #loadNow: (() => void) | undefined
  #stop: (() => void)[] = []

  constructor(parts: Parts) {
    this.#parts = parts
  }

  start(): void {
    if (this.#leadership) return
    const { environment, channel, received } = this.#parts
    const loading = setTimeout(() => loadReplicator().catch(() => undefined), LOADED_AFTER_MS)
    this.#stop = [
      () => clearTimeout(loading),
      channel.subscribe((message) => {
        // One that was stolen from may not know it yet.
        if (message.type === 'report' && !this.#replicator) received(message.report)
        if (message.type === 'report-wanted') this.#replicator?.repeatReport()
        if (message.type === 'wake') this.#replicator?.wake(message.reason)
      }),
      environment.onWake((reason) => this.#woken(reason)),
    ]
    this.#leadership = seekLeadership({
      name: `${environment.name}-sync`,
      locks: environment.locks,
      channel,
      isVisible: environment.isVisible,
      lead: () => this.#lead(),
    })
    channel.post({ type: 'report-wanted' })
    this.#leadership.check()
  }

  stop(): void {
    this.#leadership?.stop()
    this.#leadership = undefined
    for (const stop of this.#stop) stop()
    this.#stop = []
  }

  /** Something was written, or the page came to the fore: now, and not after the back-off. */
  wake(reason: 'visible' | 'write'): void {
    if (this.#replicator) {
      this.#replicator.wake(reason)
      return
    }
    this.#parts.channel.post({ type: 'wake', reason })
    this.#leadership?.check()
  }

  /** What is running here may hang on something dead. */
  restart(): void {
    this.#replicator?.wake('online')
  }

  #woken(reason: WakeReason) {
    if (this.#replicator) return
    if (reason !== 'offline') this.#loadNow?.()
    // The leading page hears its own; only visibility is a matter of each page.
    if (reason === 'visible') this.wake('visible')
    else if (reason === 'online') this.#leadership?.check()
  }

  #lead() {
    const backOff = new BackOff()
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let end = () => {}
    const begin = () => {
      clearTimeout(timer)
      this.#loadNow = undefined
      loadReplicator().then(
        (Replicating) => {
          if (!isOver) end = this.#replicate(Replicating)
        },
        () => {
          if (isOver) return
          // Not to be had without a network on the first visit.
          this.#reportUnanswered()
          timer = setTimeout(begin, backOff.nextMs())
          this.#loadNow = begin
        },
      )
    }
    begin()
    return () => {
      isOver = true
      clearTimeout(timer)
      this.#loadNow = undefined
      end()
    }
  }

  #replicate(Replicating: typeof Replicator) {
    const { channel, replicator, received } = this.#parts
    const leading = new Replicating({
      ...replicator,
      report: (report) => {
        // What its links become as it stops says nothing of the connection.
        if (this.#replicator !== leading) return
        received(report)
        channel.post({ type: 'report', report })
      },
    })
    this.#replicator = leading
    leading.start()
    return () => {
      this.#replicator = undefined
      leading.stop()
    }
  }

  #reportUnanswered() {
    const { channel, replicator, received } = this.#parts
    const { database } = replicator.sessionState.get()
    const report: ConnectionReport = { database, connection: 'waiting', isAtRest: false }
    received(report)
    channel.post({ type: 'report', report })
  }
}
