import type { Environment, WakeReason } from '../platform/environment.ts'
import type { ConnectionReport } from './connection-report.ts'
import { type Leadership, seekLeadership } from './leader-election.ts'
import type { PageChannel } from './page-channel.ts'
import { BackOff } from './replication/back-off.ts'
import { loadReplication } from './replication/remote.ts'
import type { Replicator, ReplicatorParts } from './replicator.ts'

/** How long after the start the replication code is loaded; the first screen is shown by then. */
const LOADED_AFTER_MS = 10_000

/** The code that replicates and monitors the connection is loaded later: no screen waits for it. */
async function loadReplicator() {
  const [{ Replicator }] = await Promise.all([import('./replicator.ts'), loadReplication()])
  return Replicator
}

interface Parts {
  environment: Environment
  channel: PageChannel
  replicator: Omit<ReplicatorParts, 'report'>
  /** Called with each report of the leading page, which may be this one. */
  received: (report: ConnectionReport) => void
}

/** Makes sure that one page of this browser replicates, and that it learns of everything urgent. */
export class Supervisor {
  readonly #parts: Parts
  #leadership: Leadership | undefined
  #replicator: Replicator | undefined
  /** Loads the leading page's chunk at once; set while the last attempt to load it has failed. */
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
        // A page whose lock was stolen may still send reports.
        if (message.type === 'report' && !this.#replicator) received(message.report)
        if (message.type === 'report-wanted') this.#replicator?.repeatReport()
        if (message.type === 'wake') this.#replicator?.wake(message.reason)
        if (message.type === 'catalogue-look') this.#replicator?.lookAtCatalogue()
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

  /** Something was written, or the page became visible: replicate now, without waiting for the back-off. */
  wake(reason: 'visible' | 'write'): void {
    if (this.#replicator) {
      this.#replicator.wake(reason)
      return
    }
    this.#parts.channel.post({ type: 'wake', reason })
    this.#leadership?.check()
  }

  /** A screen that shows prices has been opened: the catalogue is asked again unless that was done a moment ago. */
  lookAtCatalogue(): void {
    if (this.#replicator) this.#replicator.lookAtCatalogue()
    else this.#parts.channel.post({ type: 'catalogue-look' })
  }

  /** Restarts the replications: they may use something that is dead. */
  restart(): void {
    this.#replicator?.wake('online')
  }

  #woken(reason: WakeReason) {
    if (this.#replicator) return
    if (reason !== 'offline') this.#loadNow?.()
    // The leading page listens to network events itself; only visibility differs between pages.
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
          // On a first visit the chunk cannot be loaded without a network.
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
        // State changes of the replications while they stop say nothing about the connection.
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
