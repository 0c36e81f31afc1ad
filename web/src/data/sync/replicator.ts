import { openRemote } from '../gate/remote.ts'
import { COMPLETENESS, type Completeness } from '../local/catalogue.ts'
import type { Databases } from '../local/databases.ts'
import type { PointerStore } from '../local/pointer.ts'
import type { Environment, WakeReason } from '../page/environment.ts'
import { changeLocal } from '../pouch/local-document.ts'
import type { ConnectionReport } from './connection-report.ts'
import { Link } from './link.ts'
import { MailboxLinks } from './mailbox-links.ts'
import { startPull } from './replicate.ts'

const CATALOGUE_EVERY_MS = 600_000
/** Without a sign of life for this long (a heartbeat comes every 10 s) the held poll has died in the background. */
const SILENCE_MS = 25_000

export interface ReplicatorParts {
  environment: Environment
  databases: Databases
  pointer: PointerStore
  /** Through the gate, with deadlines. */
  fetch: typeof globalThis.fetch
  lastContactAt: () => number
  announce: (ids: readonly string[]) => void
  report: (report: ConnectionReport) => void
  /** Asks the service who is signed in, and into which mailbox. */
  checkSession: () => void
}

/** What the leading page does: both ways for the mailbox of the signed-in account, and the catalogue down. */
export class Replicator {
  readonly #parts: ReplicatorParts
  readonly #catalogue: Link
  #mailbox: MailboxLinks | undefined
  #catalogueTimer: ReturnType<typeof setInterval> | undefined
  #connection: ConnectionReport['connection'] = 'starting'
  #failedAt = 0
  #stop: (() => void)[] = []

  constructor(parts: ReplicatorParts) {
    this.#parts = parts
    this.#catalogue = new Link({
      begin: (batchSize) => this.#beginCatalogue(batchSize),
      changed: () => this.#report(),
      completed: () => {
        // The next pull notes it.
        this.#noteCatalogueComplete().catch(() => undefined)
      },
    })
  }

  start(): void {
    const { environment, pointer } = this.#parts
    this.#stop = [pointer.subscribe(() => this.#connect()), environment.onWake((reason) => this.wake(reason))]
    this.#catalogueTimer = setInterval(() => this.#catalogue.wake(), CATALOGUE_EVERY_MS)
    this.#connect()
    this.#catalogue.wake()
    this.#report()
  }

  stop(): void {
    for (const stop of this.#stop) stop()
    clearInterval(this.#catalogueTimer)
    this.#catalogue.stop()
    this.#mailbox?.stop()
    this.#mailbox = undefined
  }

  wake(reason: WakeReason | 'write'): void {
    const { environment, pointer, lastContactAt, checkSession } = this.#parts
    if (reason === 'offline') return
    const isSilent = environment.now().getTime() - lastContactAt() > SILENCE_MS
    if (reason === 'online' || (reason === 'visible' && isSilent)) this.#mailbox?.restart()
    else this.#mailbox?.wake()
    if (reason === 'write') return
    this.#catalogue.wake()
    if (pointer.get().signedOutByServer) checkSession()
  }

  /** For a page that has just been opened. */
  repeatReport(): void {
    this.#report()
  }

  /** Follows the pointer: another mailbox, another local database, a session that ended or came back. */
  #connect() {
    const { signedIn, signedOutByServer, database } = this.#parts.pointer.get()
    const mailbox = signedOutByServer ? undefined : signedIn?.mailbox.name
    if (this.#mailbox?.database === database && this.#mailbox.mailbox === mailbox) return
    this.#mailbox?.stop()
    this.#connection = 'starting'
    this.#mailbox =
      mailbox === undefined ? undefined : new MailboxLinks(this.#parts, database, mailbox, () => this.#report())
    this.#mailbox?.wake()
    this.#report()
  }

  async #beginCatalogue(batchSize: number) {
    const { environment, databases, fetch } = this.#parts
    const remote = await openRemote(environment.origin, 'catalogue', fetch)
    return { replication: startPull(databases.catalogue.db, remote.db, { live: false, batchSize }) }
  }

  async #noteCatalogueComplete() {
    const { databases, environment, announce } = this.#parts
    const at = environment.now().toISOString()
    await changeLocal<Completeness>(databases.catalogue.db, COMPLETENESS, {}, (known) => (known.at ? known : { at }))
    announce(['catalogue'])
  }

  #report() {
    const { pointer, report } = this.#parts
    const firstSync = this.#mailbox?.firstSync
    this.#connection = this.#connectionNow()
    report({
      database: pointer.get().database,
      connection: this.#connection,
      ...(firstSync && { firstSync }),
    })
  }

  #connectionNow(): ConnectionReport['connection'] {
    const states = [this.#catalogue.state, ...(this.#mailbox?.states ?? [])]
    if (states.includes('waiting')) {
      this.#failedAt = this.#parts.environment.now().getTime()
      return 'waiting'
    }
    if (states.every((state) => state === 'idle')) return 'connected'
    // Trying again is no success yet; hearing of the gate is.
    const isHeard = this.#parts.lastContactAt() > this.#failedAt
    return this.#connection === 'waiting' && isHeard ? 'connected' : this.#connection
  }
}
