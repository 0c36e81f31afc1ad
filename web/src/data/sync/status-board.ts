import type { LastContact } from '../gate/last-contact.ts'
import { needsAttention } from '../live/attention-queries.ts'
import type { LiveQueries } from '../live/live-queries.ts'
import type { LiveQuery } from '../live/live-query.ts'
import type { PointerStore } from '../local/pointer.ts'
import { unsentOf } from '../marks/unsent.ts'
import type { Environment } from '../page/environment.ts'
import type { ConnectionReport } from './connection-report.ts'
import { type SyncStatus, statusOf } from './sync-status.ts'

interface Parts {
  environment: Environment
  pointer: PointerStore
  live: LiveQueries
  lastContact: LastContact
}

/** How far this browser is in step: the leading page's report, and what every page sees in the local data. */
export class StatusBoard {
  readonly #parts: Parts
  readonly #unsent: LiveQuery<string[]>
  readonly #listeners = new Set<() => void>()
  #report: ConnectionReport | undefined
  #stop: (() => void)[] = []
  #status: SyncStatus

  constructor(parts: Parts) {
    const { pointer } = parts
    this.#parts = parts
    this.#unsent = {
      key: 'sync/unsent',
      watches: [''],
      read: ({ mailbox }) => unsentOf(mailbox.db, pointer.get().devices),
    }
    this.#status = this.#derive()
  }

  readonly get = (): SyncStatus => this.#status

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    if (this.#listeners.size === 1) this.#attach()
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.#detach()
    }
  }

  receive(report: ConnectionReport): void {
    this.#report = report
    this.#update()
  }

  #attach() {
    const { environment, pointer, live, lastContact } = this.#parts
    const update = () => this.#update()
    this.#stop = [
      live.entry(this.#unsent).subscribe(update),
      live.entry(needsAttention).subscribe(update),
      pointer.subscribe(update),
      environment.onWake(update),
      lastContact.subscribe(update),
    ]
    update()
  }

  #detach() {
    for (const stop of this.#stop) stop()
    this.#stop = []
  }

  #update() {
    const next = this.#derive()
    if (JSON.stringify(next) === JSON.stringify(this.#status)) return
    this.#status = next
    for (const listener of [...this.#listeners]) listener()
  }

  #derive(): SyncStatus {
    const { environment, pointer, live, lastContact } = this.#parts
    const { signedIn, signedOutByServer, database } = pointer.get()
    const unsent = live.entry(this.#unsent).answer()
    const refused = live.entry(needsAttention).answer()
    return statusOf({
      isSignedIn: signedIn !== undefined,
      signedOutByServer: signedOutByServer ?? false,
      unsent: unsent.status === 'ready' ? unsent.data : [],
      refused: refused.status === 'ready' ? refused.data.length : 0,
      online: environment.isOnline(),
      lastContactAt: lastContact.shown(),
      report: this.#report?.database === database ? this.#report : undefined,
    })
  }
}
