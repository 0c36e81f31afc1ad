import type { Result } from '../api/result.ts'
import type { LastContact } from '../gate/last-contact.ts'
import type { Databases } from '../local/databases.ts'
import { isComplete, noteComplete } from '../local/initial-sync-flag.ts'
import { accountOf, listedFeeds, mailboxOf, type SessionStateStore } from '../local/session-state.ts'
import type { Environment, WakeReason } from '../platform/environment.ts'
import type { StorageFailure } from '../pouch/connections.ts'
import { pendingPushOf } from '../push-state/pending-push.ts'
import { AccountVersion } from './account-version.ts'
import { ConnectionMonitor } from './connection-monitor.ts'
import type { ConnectionReport } from './connection-report.ts'
import type { FeedReplications } from './feed-replications.ts'
import { MailboxReplication } from './mailbox-replication.ts'
import { watchInitialSync } from './replication/initial-sync.ts'
import { openRemote } from './replication/remote.ts'
import { ReplicationRunner, type RunningReplication } from './replication/replication-runner.ts'
import type { SeenReport } from './seen-report.ts'
import { VisitorRegistration } from './visitor-registration.ts'

const RENEW_EVERY_MS = 600_000
/** A screen that shows prices does not ask for the catalogue again if the last look is younger than this. */
const LOOK_AGAIN_AFTER_MS = 60_000
/** If the gate was not heard for this long (a heartbeat comes every 10 s), the held poll has died in the background. */
const SILENCE_MS = 25_000

export interface ReplicatorParts {
  environment: Environment
  databases: Databases
  sessionState: SessionStateStore
  /** `fetch` for requests to the gate, with deadlines. */
  fetch: typeof globalThis.fetch
  lastContact: Pick<LastContact, 'at' | 'silentFor' | 'heard'>
  announce: (ids: readonly string[]) => void
  /** Called for a failed write that nothing else in this page notices: one of the worker. */
  storageFailed: (failure: StorageFailure) => void
  report: (report: ConnectionReport) => void
  /** Registers a visitor, so that a person who has not signed in gets a mailbox. */
  becomeVisitor: () => Promise<Result>
  /** Asks the service who is signed in, and into which mailbox. */
  checkSession: () => void
}

/** Only accounts that have feeds need this chunk. */
const loadFeedReplications = () => import('./feed-replications.ts')
/** Only accounts have conversations. */
const loadSeenReport = () => import('./seen-report.ts')

/** The leading page's work: pushes and pulls the mailbox, and pulls the catalogue and the feeds. */
export class Replicator {
  readonly #parts: ReplicatorParts
  readonly #catalogue: ReplicationRunner
  readonly #watch: ConnectionMonitor
  readonly #visitor: VisitorRegistration
  readonly #accountVersion: AccountVersion
  #feeds: FeedReplications | undefined
  #seen: SeenReport | undefined
  #isStopped = false
  #mailbox: MailboxReplication | undefined
  #renewal: ReturnType<typeof setInterval> | undefined
  #connection: ConnectionReport['connection'] = 'starting'
  #catalogueSync: ConnectionReport['catalogueSync']
  /** When the last look at the catalogue that came to its end began, in epoch milliseconds. */
  #catalogueLookedAt = 0
  #catalogueLookBegan = 0
  /** An order was refused while a look was under way, which may have missed the reason. */
  #looksAgain = false
  #failedAt = 0
  /** False once a worker broke: then this page pulls by itself. */
  #hasWorker = true
  #stop: (() => void)[] = []

  constructor(parts: ReplicatorParts) {
    this.#parts = parts
    this.#catalogue = new ReplicationRunner({
      begin: (batchSize) => this.#beginCatalogue(batchSize),
      changed: () => this.#report(),
      completed: () => {
        this.#catalogueMoved(undefined)
        this.#catalogueLookedAt = this.#catalogueLookBegan
        if (this.#looksAgain) this.#lookNow()
        // If this fails, the next pull stores it.
        this.#noteCatalogueComplete().catch(() => undefined)
      },
    })
    this.#visitor = new VisitorRegistration({
      isWanted: () => this.#needsVisitor(),
      ask: parts.becomeVisitor,
      now: parts.environment.now,
      changed: () => this.#report(),
    })
    this.#accountVersion = new AccountVersion(parts)
    this.#watch = new ConnectionMonitor({
      probe: (signal) => parts.fetch(`${parts.environment.origin}/db/catalogue`, { signal }),
      silentFor: parts.lastContact.silentFor,
      isAtRest: () => this.#mailbox?.states.every((state) => state === 'idle') ?? true,
      isWanted: () => this.#mailbox !== undefined && parts.environment.isOnline(),
      changed: () => this.#report(),
      revived: () => this.#wakeLinks('online', true),
    })
  }

  start(): void {
    const { environment, sessionState: pointer } = this.#parts
    this.#stop = [pointer.subscribe(() => this.#connect()), environment.onWake((reason) => this.wake(reason))]
    this.#renewal = setInterval(() => this.#renew(), RENEW_EVERY_MS)
    this.#connect()
    this.#watch.start()
    this.#catalogue.wake()
    this.#report()
  }

  stop(): void {
    this.#isStopped = true
    for (const stop of this.#stop) stop()
    this.#accountVersion.stop()
    this.#feeds?.stop()
    this.#seen?.stop()
    clearInterval(this.#renewal)
    this.#watch.stop()
    this.#catalogue.stop()
    this.#visitor.stop()
    this.#mailbox?.stop()
    this.#mailbox = undefined
  }

  wake(reason: WakeReason | 'write'): void {
    if (reason === 'offline') return
    const isSilent = this.#parts.lastContact.silentFor() > SILENCE_MS
    const isAnotherLine = reason === 'online' || (reason === 'visible' && isSilent)
    // The connection state that was known belongs to another network.
    if (isAnotherLine && this.#connection === 'connected') this.#connection = 'starting'
    this.#wakeLinks(reason, isAnotherLine)
    if (isAnotherLine) this.#watch.begunAnew()
    else if (reason === 'write') this.#watch.wrote()
  }

  #wakeLinks(reason: WakeReason | 'write', isAnotherLine: boolean) {
    const { sessionState: pointer, checkSession } = this.#parts
    if (isAnotherLine) this.#mailbox?.restart()
    else this.#mailbox?.wake()
    this.#visitor.wake()
    // A partner may have gone on duty.
    if (reason === 'write') return this.#feeds?.follow()
    if (isAnotherLine) this.#feeds?.restart()
    else this.#feeds?.wake()
    this.#followFeeds()
    if (isAnotherLine) this.#catalogue.restart()
    else this.#catalogue.wake()
    // A session that could not be ended at sign-out can perhaps be ended now.
    if (pointer.get().signedOutByServer || !pointer.get().signedIn) checkSession()
  }

  /** Asks for the catalogue unless that was done within the last minute, or is being done or tried already. */
  lookAtCatalogue(): void {
    // The clock may be set back.
    const age = Math.abs(this.#parts.environment.now().getTime() - this.#catalogueLookedAt)
    if (this.#catalogue.state === 'idle' && age >= LOOK_AGAIN_AFTER_MS) this.#catalogue.wake()
  }

  /** Asks for the catalogue now, and once more if a look is under way. */
  #lookNow() {
    this.#looksAgain = this.#catalogue.state === 'busy'
    this.#catalogue.wake()
  }

  /** Sends the last report again, for a page that has just been opened. */
  repeatReport(): void {
    this.#report()
  }

  /** Follows the session state: another mailbox, another local database, a session that ended or came back. */
  #connect() {
    const { database } = this.#parts.sessionState.get()
    const mailbox = mailboxOf(this.#parts.sessionState.get())?.name
    this.#visitor.wake()
    this.#followFeeds()
    if (this.#mailbox?.database === database && this.#mailbox.mailbox === mailbox) return
    this.#mailbox?.stop()
    this.#connection = 'starting'
    this.#mailbox =
      mailbox === undefined
        ? undefined
        : new MailboxReplication(this.#parts, database, mailbox, {
            changed: () => {
              this.#accountVersion.look()
              this.#feeds?.follow()
              // At rest, for it reads what has come.
              if (this.#mailbox?.states.every((state) => state === 'idle')) this.#tellSeen()
              this.#report()
            },
            refusedForPrice: () => this.#lookNow(),
          })
    this.#mailbox?.wake()
    this.#report()
  }

  #followFeeds() {
    if (this.#feeds) return this.#feeds.follow()
    if (listedFeeds(this.#parts.sessionState.get()).length === 0) return
    // Without a network the chunk may be missing; then the next wake loads it.
    void loadFeedReplications().then(
      ({ FeedReplications }) => {
        if (this.#isStopped) return
        this.#feeds ??= new FeedReplications(this.#parts)
        this.#feeds.follow()
      },
      () => undefined,
    )
  }

  #tellSeen() {
    if (this.#seen) return this.#seen.look()
    if (!accountOf(this.#parts.sessionState.get())) return
    // Without a network the chunk may be missing; then the next documents load it.
    void loadSeenReport().then(
      ({ SeenReport }) => {
        if (this.#isStopped) return
        this.#seen ??= new SeenReport(this.#parts)
        this.#seen.look()
      },
      () => undefined,
    )
  }

  /** A person who only looks around is not registered; one who asks for something is. */
  async #needsVisitor(): Promise<boolean> {
    const { environment, sessionState: pointer, databases } = this.#parts
    const now = pointer.get()
    if (mailboxOf(now) || accountOf(now) || !environment.isOnline()) return false
    return (await pendingPushOf(databases.mailbox().db, now.devices)).some((id) => id.startsWith('intent:'))
  }

  #renew() {
    this.#catalogue.wake()
    if (!this.#parts.sessionState.get().signedIn) this.#parts.checkSession()
    // If this fails, the next interval tries again.
    this.#mailbox?.retryRejected().catch(() => undefined)
  }

  async #beginCatalogue(batchSize: number) {
    const { environment, databases, fetch } = this.#parts
    this.#catalogueLookBegan = environment.now().getTime()
    const { db } = databases.catalogue
    const before = (await isComplete(db)) ? undefined : (await db.info()).doc_count
    let replication = await this.#pullAside(db.name, batchSize)
    if (!replication) {
      const remote = await openRemote(environment.origin, 'catalogue', fetch)
      replication = remote.pull(db, { live: false, batchSize })
    }
    if (before !== undefined) watchInitialSync(replication, before, (progress) => this.#catalogueMoved(progress))
    return { replication }
  }

  /** Returns undefined if there is no worker. */
  async #pullAside(database: string, batchSize: number): Promise<RunningReplication | undefined> {
    if (!this.#hasWorker) return undefined
    const { pullInWorker } = await import('./pull-worker/pull-in-worker.ts')
    return pullInWorker(this.#parts, database, batchSize, () => {
      this.#hasWorker = false
    })
  }

  #catalogueMoved(progress: ConnectionReport['catalogueSync']) {
    this.#catalogueSync = progress
    this.#report()
  }

  async #noteCatalogueComplete() {
    const { databases, environment, announce } = this.#parts
    const at = environment.now().toISOString()
    if (await noteComplete(databases.catalogue.db, at)) announce(['catalogue'])
  }

  #report() {
    const { sessionState: pointer, report } = this.#parts
    const initialSync = this.#mailbox?.initialSync
    const { retryAt } = this.#visitor
    const isMaintenance = this.#visitor.isMaintenance || this.#mailbox?.isMaintenance === true
    this.#connection = this.#connectionNow()
    report({
      database: pointer.get().database,
      connection: this.#connection,
      isAtRest: !this.#watch.isDead && this.#states().every((state) => state === 'idle'),
      ...(retryAt !== undefined && { retryAt }),
      ...(isMaintenance && { isMaintenance }),
      ...(initialSync && { initialSync }),
      ...(this.#catalogueSync && { catalogueSync: this.#catalogueSync }),
    })
  }

  #states() {
    return [this.#catalogue.state, this.#visitor.state, ...(this.#mailbox?.states ?? [])]
  }

  #connectionNow(): ConnectionReport['connection'] {
    const states = this.#states()
    if (states.includes('waiting') || this.#watch.isDead) {
      this.#failedAt = performance.now()
      return 'waiting'
    }
    // The catalogue may take longer: the product list itself shows whether it is complete.
    const decisive = this.#mailbox ? [this.#visitor.state, ...this.#mailbox.states] : states
    if (decisive.every((state) => state === 'idle')) return 'connected'
    // A new try is not a success yet, and hearing from the gate does not mean that both sides are equal.
    const isHeard = this.#parts.lastContact.at() > this.#failedAt
    return this.#connection === 'waiting' && isHeard ? 'starting' : this.#connection
  }
}
