import type { Live, LiveQuery } from './live-query.ts'

/** A burst of changes is read once. */
const BURST_MS = 10
/** A read that failed may go well the next time, and nothing need change until then. */
const AGAIN_AFTER_MS = 5000

const LOADING = { status: 'loading' } as const

/** The last answer, and what changed after it was read. */
export interface Since<T> {
  answer: T
  changed: readonly string[]
}

/** One query's latest answer and those who look at it. It reads only while somebody looks. */
export class LiveEntry<T> {
  readonly query: LiveQuery<T>
  readonly #read: (since: Since<T> | undefined) => Promise<T>
  readonly #watched: (isWatched: boolean) => void
  readonly #listeners = new Set<() => void>()
  #answer: Live<T> = LOADING
  /** Undefined: nobody kept count, and everything is to be read. */
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

  /** Other databases stand underneath now: answers still under way count no longer. */
  restart(options: { keepAnswer: boolean }): void {
    this.#reading = undefined
    this.#changed = undefined
    if (!options.keepAnswer) this.#tell(LOADING)
    this.#readSoon(0)
  }

  #readSoon(delay: number) {
    if (!this.isWatched) return
    // One read at a time: what changed meanwhile is read when it is done.
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
    // A restart meanwhile: this answer is about databases that are no longer ours.
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
