import { needsAttention } from '../attention/attention-queries.ts'
import type { LastContact } from '../gate/last-contact.ts'
import type { LiveQueries } from '../live/live-queries.ts'
import type { LiveQuery } from '../live/live-query.ts'
import { accountOf, mailboxOf, type SessionStateStore } from '../local/session-state.ts'
import type { StorageHealth } from '../local/storage-health.ts'
import type { Environment } from '../platform/environment.ts'
import { pendingPushOf } from '../push-state/pending-push.ts'
import type { ConnectionReport } from './connection-report.ts'
import { type SyncStatus, statusOf } from './sync-status.ts'

interface Parts {
  environment: Environment
  sessionState: SessionStateStore
  live: LiveQueries
  lastContact: LastContact
  storage: StorageHealth
}

/** How far this browser is in sync, from the leading page's report and from the local data that every page sees. */
export class SyncStatusStore {
  readonly #parts: Parts
  readonly #unsent: LiveQuery<string[]>
  readonly #complete: LiveQuery<{ database: string; isComplete: boolean }> = {
    key: 'sync/complete',
    watches: ['complete'],
    read: async ({ mailbox }) => ({ database: mailbox.db.name, isComplete: await mailbox.isComplete() }),
  }
  readonly #listeners = new Set<() => void>()
  #report: ConnectionReport | undefined
  /** The last values that were read: a read that fails changes nothing. */
  #read = { database: '', unsent: [] as readonly string[], refused: 0, isComplete: false }
  #stop: (() => void)[] = []
  #status: SyncStatus

  constructor(parts: Parts) {
    const { sessionState: pointer } = parts
    this.#parts = parts
    this.#unsent = {
      key: 'sync/unsent',
      watches: [''],
      read: ({ mailbox }) => pendingPushOf(mailbox.db, pointer.get().devices),
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
    const { environment, sessionState: pointer, live, lastContact, storage } = this.#parts
    const update = () => this.#update()
    this.#stop = [
      live.entry(this.#unsent).subscribe(update),
      live.entry(this.#complete).subscribe(update),
      live.entry(needsAttention).subscribe(update),
      pointer.subscribe(update),
      environment.onWake(update),
      lastContact.subscribe(update),
      storage.subscribe(update),
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
    const { environment, sessionState: pointer, live, lastContact, storage } = this.#parts
    const held = pointer.get()
    if (this.#read.database !== held.database)
      this.#read = { database: held.database, unsent: [], refused: 0, isComplete: false }
    const read = this.#read
    const unsent = live.entry(this.#unsent).answer()
    const complete = live.entry(this.#complete).answer()
    const refused = live.entry(needsAttention).answer()
    if (unsent.status === 'ready') read.unsent = unsent.data
    if (refused.status === 'ready') read.refused = refused.data.length
    // An answer about the mailbox before a move says nothing about the new one.
    if (complete.status === 'ready')
      read.isComplete = complete.data.isComplete && complete.data.database === held.database
    return statusOf({
      isSignedIn: accountOf(held) !== undefined,
      hasMailbox: mailboxOf(held) !== undefined,
      unsent: read.unsent,
      refused: read.refused,
      isComplete: complete.status === 'loading' || read.isComplete,
      online: environment.isOnline(),
      lastContactAt: lastContact.shown(),
      storage: storage.trouble() ?? (storage.isLow() ? 'low' : undefined),
      report: this.#report?.database === held.database ? this.#report : undefined,
    })
  }
}
