import { BackOff } from './back-off.ts'

const FULL_BATCH = 500
/**
 * A replication that has run this long resets the back-off. It is longer than the gate's heartbeat interval, so the gate
 * has answered by then.
 */
const STEADY_MS = 15_000

/**
 * stopped: by `stop` · busy: something is on its way · idle: nothing is left to do · waiting: failed, will try again.
 */
export type RunnerState = 'stopped' | 'busy' | 'idle' | 'waiting'

/** The events of a replication, in this page or in a worker. */
export interface RunningReplication {
  on(event: 'active' | 'paused', listener: () => void): unknown
  on(event: 'change', listener: (result: { docs_written: number }) => void): unknown
  on(event: 'complete', listener: (result: { status: string }) => void): unknown
  on(event: 'error', listener: (error: object) => void): unknown
  cancel(): void
}

interface LinkParts {
  /** Wrapped in an object because a replication is itself a promise, of its end. */
  begin: (batchSize: number) => Promise<{ replication: RunningReplication }>
  changed: () => void
  failed?: (error: unknown) => void
  completed?: () => void
}

/**
 * Runs one replication, and restarts it whenever it ends by itself. PouchDB's own retry is off: it can hang or give up
 * for good.
 */
export class ReplicationRunner {
  readonly #parts: LinkParts
  #state: RunnerState = 'stopped'
  #replication: RunningReplication | undefined
  #run = 0
  readonly #backOff = new BackOff()
  /** The batch sizes of this run and of the next one. */
  #batchSize = FULL_BATCH
  #nextBatchSize = FULL_BATCH
  #timer: ReturnType<typeof setTimeout> | undefined
  #steady: ReturnType<typeof setTimeout> | undefined

  constructor(parts: LinkParts) {
    this.#parts = parts
  }

  get state(): RunnerState {
    return this.#state
  }

  /** Starts now, unless it is running. */
  wake(): void {
    if (this.#state !== 'busy' && this.#replication === undefined) this.#beginAnew()
  }

  /**
   * Restarts, also if it seems to be running: after a change of network the connection may be dead, and a batch that
   * was too large for the old network may fit this one.
   */
  restart(): void {
    this.#nextBatchSize = FULL_BATCH
    this.#beginAnew()
  }

  stop(): void {
    this.#end()
    this.#backOff.succeeded()
    this.#become('stopped')
  }

  #beginAnew() {
    this.#end()
    const run = this.#run
    this.#become('busy')
    void this.#begin(run)
  }

  async #begin(run: number) {
    this.#batchSize = this.#nextBatchSize
    try {
      const { replication } = await this.#parts.begin(this.#batchSize)
      if (run !== this.#run) return replication.cancel()
      this.#replication = replication
      this.#watch(replication, run)
    } catch (error) {
      if (run === this.#run) this.#fail(error)
    }
  }

  #watch(replication: RunningReplication, run: number) {
    const current = (work: () => void) => () => {
      if (run === this.#run) work()
    }
    // `paused` does not reset the delay: it comes before the poll is held, so a gate that refuses only polls would be
    // asked at once for ever.
    this.#steady = setTimeout(() => this.#backOff.succeeded(), STEADY_MS)
    replication.on(
      'active',
      current(() => this.#become('busy')),
    )
    replication.on(
      'change',
      current(() => {
        this.#backOff.succeeded()
        this.#nextBatchSize = Math.min(FULL_BATCH, this.#batchSize * 2)
      }),
    )
    replication.on(
      'paused',
      current(() => this.#become('idle')),
    )
    replication.on('complete', (result) => {
      if (run !== this.#run) return
      this.#replication = undefined
      clearTimeout(this.#steady)
      // A live replication does not complete by itself.
      if (result.status !== 'complete') return this.#fail(undefined)
      this.#backOff.succeeded()
      this.#become('idle')
      this.#parts.completed?.()
    })
    replication.on('error', (error) => {
      if (run === this.#run) this.#fail(error)
    })
  }

  #fail(error: unknown) {
    this.#end()
    const canHalve = this.#batchSize > 1
    const isTooLarge = says(error, 'status', 413)
    if (isTooLarge || says(error, 'problem', 'timeout'))
      this.#nextBatchSize = Math.max(1, Math.floor(this.#batchSize / 2))
    // "Too large" is an answer, so the smaller batch need not wait.
    if (isTooLarge && canHalve) return this.#beginAnew()
    this.#timer = setTimeout(() => this.#beginAnew(), this.#backOff.nextMs())
    this.#become('waiting')
    this.#parts.failed?.(error)
  }

  #end() {
    clearTimeout(this.#timer)
    clearTimeout(this.#steady)
    this.#run += 1
    this.#replication?.cancel()
    this.#replication = undefined
  }

  #become(state: RunnerState) {
    if (state === this.#state) return
    this.#state = state
    this.#parts.changed()
  }
}

const says = (error: unknown, name: 'status' | 'problem', value: unknown) =>
  typeof error === 'object' && error !== null && name in error && Reflect.get(error, name) === value
