import type { Live, LiveQuery } from './live-query.ts'

/** Changes within this time are read together. */
const BURST_MS = 10
/** A failed read is tried again after this time, even if nothing has changed. */
const AGAIN_AFTER_MS = 5000

const LOADING = { status: 'loading' } as const

/** The last answer, and the ids that have changed since it was read. */
export interface Since<T> {
  answer: T
  changed: readonly string[]
}

/** One query's latest answer and its subscribers. It reads only while it has any. */
export class LiveEntry<T> {
  readonly query: LiveQuery<T>
  readonly #read: (since: Since<T> | undefined) => Promise<T>
  readonly #watched: (isWatched: boolean) => void
  readonly #listeners = new Set<() => void>()
  #answer: Live<T> = LOADING
  /** The ids that changed since the last read. Undefined: unknown, so everything must be read. */
  #changed: Set<string> | undefined
  #reading: number | undefined
  #reads = 0
  #isStale = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #again: ReturnType<typeof setTimeout> | undefined

  constructor(
    query: LiveQuery<T>,
    read: (since: Since<T> | undefined) => Promise<T>,
    watched: (isWatched: boolean) => void,
  ) {
    this.query = query
    this.#read = read
    this.#watched = watched
  }

  readonly answer = (): Live<T> => this.#answer

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    if (this.#listeners.size === 1) {
      this.#watched(true)
      this.#changed = undefined
      this.#readSoon(0)
    }
    return () => {
      if (this.#listeners.delete(listener) && !this.isWatched) this.#watched(false)
    }
  }

  get isWatched(): boolean {
    return this.#listeners.size > 0
  }

  touched(id: string): void {
    if (!this.query.watches.some((prefix) => id.startsWith(prefix))) return
    this.#changed?.add(id)
    this.#readSoon(BURST_MS)
  }

  refresh(): void {
    this.#changed = undefined
    this.#readSoon(BURST_MS)
  }

  /** The databases were replaced: the results of reads that are still running are discarded. */
  restart(options: { keepAnswer: boolean }): void {
    this.#reading = undefined
    this.#changed = undefined
    if (!options.keepAnswer) this.#tell(LOADING)
    this.#readSoon(0)
  }

  #readSoon(delay: number) {
    if (!this.isWatched) return
    // One read at a time: changes that come meanwhile are read afterwards.
    if (this.#reading !== undefined) {
      this.#isStale = true
      return
    }
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      void this.#readNow()
    }, delay)
  }

  async #readNow() {
    if (this.#reading !== undefined) {
      this.#isStale = true
      return
    }
    this.#reads += 1
    const read = this.#reads
    this.#reading = read
    this.#isStale = false
    clearTimeout(this.#again)
    const changed = this.#changed
    this.#changed = new Set()
    const since =
      changed && this.#answer.status === 'ready' ? { answer: this.#answer.data, changed: [...changed] } : undefined
    const answer = await this.#read(since).then(
      (data): Live<T> => ({ status: 'ready', data }),
      (error: unknown): Live<T> => ({ status: 'failed', error: asError(error) }),
    )
    // There was a restart meanwhile: this answer comes from the databases before it.
    if (this.#reading !== read) return
    this.#reading = undefined
    if (answer.status === 'failed') {
      this.#changed = undefined
      this.#again = setTimeout(() => this.#readSoon(0), AGAIN_AFTER_MS)
    }
    this.#tell(answer)
    if (this.#isStale) this.#readSoon(0)
  }

  #tell(answer: Live<T>) {
    if (answer === this.#answer) return
    this.#answer = answer
    for (const listener of [...this.#listeners]) listener()
  }
}

const asError = (error: unknown) => {
  if (error instanceof Error) return error
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : error
  return new Error(String(message), { cause: error })
}
