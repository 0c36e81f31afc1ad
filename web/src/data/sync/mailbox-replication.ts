import { isComplete, noteComplete } from '../local/initial-sync-flag.ts'
import type { Pouch } from '../pouch/pouch.ts'
import { pendingPushOf } from '../push-state/pending-push.ts'
import { countRejected } from '../push-state/rejected-documents.ts'
import { watchInitialSync } from './replication/initial-sync.ts'
import { openRemote } from './replication/remote.ts'
import type { Push, Remote } from './replication/replicate.ts'
import { ReplicationRunner, type RunnerState } from './replication/replication-runner.ts'
import { idsToRetry, retryRejected } from './replication/retry-rejected.ts'
import type { ReplicatorParts } from './replicator.ts'

/** The push and the pull of a mailbox; each restarts by itself. */
export class MailboxReplication {
  readonly database: string
  readonly mailbox: string
  initialSync: { done: number; total: number } | undefined
  /** The gate refused the last push because the service is being maintained. */
  isMaintenance = false
  readonly #parts: ReplicatorParts
  #opened: Pouch
  readonly #push: ReplicationRunner
  readonly #pull: ReplicationRunner
  readonly #changed: () => void
  #isCompared = false
  /** Resolves when the progress of the push is stored. */
  #noted: Push['noted'] = () => Promise.resolve()

  constructor(parts: ReplicatorParts, database: string, mailbox: string, changed: () => void) {
    this.#parts = parts
    this.#opened = parts.databases.open(database)
    this.database = database
    this.mailbox = mailbox
    this.#changed = changed
    this.#push = new ReplicationRunner({
      begin: (batchSize) => this.#beginPush(batchSize),
      changed: () => this.#moved(),
      failed: (error) => this.#pushFailed(error),
    })
    this.#pull = new ReplicationRunner({
      begin: (batchSize) => this.#beginPull(batchSize),
      changed: () => this.#moved(),
      failed: (error) => this.#failed(error),
    })
  }

  get states(): RunnerState[] {
    return [this.#push.state, this.#pull.state]
  }

  wake(): void {
    this.#push.wake()
    this.#pull.wake()
  }

  restart(): void {
    this.#push.restart()
    this.#pull.restart()
  }

  stop(): void {
    this.#push.stop()
    this.#pull.stop()
  }

  async #beginPush(batchSize: number) {
    const { environment, announce } = this.#parts
    const remote = await this.#remote()
    const push = await remote.push(this.#local, { live: true, batchSize, now: environment.now, announce })
    this.#noted = push.noted
    return push
  }

  async #beginPull(batchSize: number) {
    const remote = await this.#remote()
    const local = this.#local
    const isFirst = !(await isComplete(local))
    // Documents that came before the last pull broke off are here already.
    const before = isFirst ? (await local.info()).doc_count : 0
    const replication = remote.pull(local, { live: true, batchSize })
    if (isFirst) {
      // If this cannot be stored, the next pull stores it.
      replication.on('paused', () => void this.#noteComplete(local).catch(() => undefined))
      watchInitialSync(replication, before, (progress) => {
        this.initialSync = progress
        this.#changed()
      })
    }
    return { replication }
  }

  async #noteComplete(local: Pouch) {
    const { environment, announce } = this.#parts
    if (await noteComplete(local, environment.now().toISOString())) announce(['complete'])
  }

  #moved() {
    if (this.#pull.state === 'idle') this.initialSync = undefined
    if (this.#push.state === 'idle') this.isMaintenance = false
    this.#changed()
    if (this.#pull.state === 'idle' && this.#push.state === 'idle' && !this.#isCompared) {
      this.#isCompared = true
      this.#settle().catch(() => {
        this.#isCompared = false
      })
    }
  }

  #pushFailed(error: unknown) {
    // PouchDB's error has the gate's reason code.
    this.isMaintenance = Object(error).error === 'maintenance'
    this.#changed()
    this.#failed(error)
  }

  #failed(error: unknown) {
    const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined
    // The session has ended, or the account has another mailbox by now: ask the service.
    if (status === 401 || status === 403 || status === 404) this.#parts.checkSession()
  }

  async #settle() {
    await this.retryRejected()
    await this.#compare()
  }

  /** Pushes documents again that were refused for a reason that may no longer hold. */
  async retryRejected(): Promise<void> {
    const { environment, announce } = this.#parts
    const ids = await idsToRetry(this.#local)
    if (ids.length === 0) return
    await retryRejected(this.#local, await this.#remote(), ids, { now: environment.now, announce })
  }

  /**
   * Once per start: if both sides are idle and do not hold the same number of documents, everything is compared once
   * more.
   */
  async #compare() {
    const { sessionState: pointer, environment, announce } = this.#parts
    const local = this.#local
    const remote = await this.#remote()
    await this.#noted()
    if ((await pendingPushOf(local, pointer.get().devices)).length > 0) {
      this.#isCompared = false
      return
    }
    const [here, there, refused] = await Promise.all([local.info(), remote.countDocuments(), countRejected(local)])
    if (here.doc_count === there + refused) return
    await remote.pull(local, { live: false, batchSize: 500, checkpoint: false })
    const again = await remote.push(local, {
      live: false,
      batchSize: 500,
      checkpoint: false,
      now: environment.now,
      announce,
    })
    await again.replication
  }

  /**
   * The database, opened again after a lost connection. Only while the session state names it: opened later, it would
   * come back as an empty one.
   */
  get #local(): Pouch {
    const { databases, sessionState: pointer } = this.#parts
    if (pointer.get().database === this.database) this.#opened = databases.open(this.database)
    return this.#opened
  }

  #remote(): Promise<Remote> {
    return openRemote(this.#parts.environment.origin, this.mailbox, this.#parts.fetch)
  }
}
