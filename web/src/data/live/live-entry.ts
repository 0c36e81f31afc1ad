import type { IsPart, Live, LiveQuery, LoadRest } from './live-query.ts'

/** Changes within this time are read together. */
const BURST_MS = 10
/** A failed read is tried again after this time, even if nothing has changed. */
const AGAIN_AFTER_MS = 5000

/** How long a screen may take from its first rendering until it listens. */
const RENDERING_MS = 5000

const LOADING = { status: 'loading' } as const

/** One query's latest answer and its listeners. It reads only while it has a listener. */
export class LiveEntry<T> {
  readonly query: LiveQuery<T>
  readonly #read: (isPart: IsPart) => Promise<T>
  readonly #watched: (isWatched: boolean) => void
  readonly #listeners = new Set<() => void>()
  #answer: Live<T> = LOADING
  /** Counts restarts: a read that began before the last restart is about databases that are no longer ours. */
  #round = 0
  #isAsked = false
  #isReading = false
  #isReadingRest = false
  /** Something has changed that the current read may have missed. */
  #isStale = false
  #burst: ReturnType<typeof setTimeout> | undefined
  #again: ReturnType<typeof setTimeout> | undefined

  constructor(query: LiveQuery<T>, read: (isPart: IsPart) => Promise<T>, watched: (isWatched: boolean) => void) {
    this.query = query
    this.#read = read
    this.#watched = watched
  }

  readonly answer = (): Live<T> => this.#answer

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    if (this.#listeners.size === 1) {
      this.#watched(true)
      this.refresh()
    }
    return () => {
      if (this.#listeners.delete(listener) && !this.isWatched) this.#watched(false)
    }
  }

  /** Reads already while a screen renders: it listens only when all of it is drawn. */
  begin(): void {
    if (this.isWatched || this.#answer.status !== 'loading') return
    const stop = this.subscribe(() => undefined)
    // React may have discarded the rendering.
    setTimeout(stop, RENDERING_MS)
  }

  get isWatched(): boolean {
    return this.#listeners.size > 0
  }

  touched(id: string): void {
    if (this.query.watches.some((prefix) => id.startsWith(prefix))) this.refresh()
  }

  /** Reads at once, or as soon as the current read and its burst are over. */
  refresh(): void {
    this.#isStale = true
    if (this.#isAsked) return
    this.#isAsked = true
    // Further changes in the same step are read together with this one.
    queueMicrotask(() => {
      this.#isAsked = false
      this.#readIfDue()
    })
  }

  /** The databases were replaced: the results of reads that are still running are discarded. */
  restart(options: { keepAnswer: boolean }): void {
    this.#round += 1
    this.#isReading = false
    this.#isReadingRest = false
    this.#endBurst()
    if (!options.keepAnswer) this.#tell(LOADING)
    this.refresh()
  }

  #readIfDue() {
    if (this.#isStale && this.isWatched && !this.#isReading && this.#burst === undefined) void this.#readNow()
  }

  async #readNow() {
    const round = this.#round
    this.#isReading = true
    this.#isStale = false
    clearTimeout(this.#again)
    this.#burst = setTimeout(() => {
      this.#endBurst()
      this.#readIfDue()
    }, BURST_MS)
    let loadRest: LoadRest | undefined
    const isPart = (load: LoadRest) => {
      loadRest = load
    }
    const answer = await this.#read(isPart).then(
      (data): Live<T> => ({ status: 'ready', data }),
      (error: unknown): Live<T> => ({ status: 'failed', error: asError(error) }),
    )
    if (this.#round !== round) return
    this.#isReading = false
    this.#tell(answer)
    if (answer.status === 'failed') this.#readAgainLater()
    else if (loadRest) void this.#readRest(loadRest, round)
    this.#readIfDue()
  }

  /** Loads the rest, then reads again. Changes that come meanwhile are read as usual. */
  async #readRest(loadRest: LoadRest, round: number) {
    if (this.#isReadingRest) return
    this.#isReadingRest = true
    const isRead = await loadRest().then(
      () => true,
      () => false,
    )
    if (this.#round !== round) return
    this.#isReadingRest = false
    if (isRead) this.refresh()
    else this.#readAgainLater()
  }

  #readAgainLater() {
    clearTimeout(this.#again)
    this.#again = setTimeout(() => this.refresh(), AGAIN_AFTER_MS)
  }

  #endBurst() {
    clearTimeout(this.#burst)
    this.#burst = undefined
  }

  #tell(answer: Live<T>) {
    const before = this.#answer
    if (answer === before) return
    if (answer.status === 'ready' && before.status === 'ready' && answer.data === before.data) return
    this.#answer = answer
    for (const listener of [...this.#listeners]) listener()
  }
}

const asError = (error: unknown) => {
  if (error instanceof Error) return error
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : error
  return new Error(String(message), { cause: error })
}
