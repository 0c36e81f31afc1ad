/** The held poll's heartbeat comes every 10 s. */
const SILENCE_MS = 15_000
/** What was asked is answered sooner than that. */
const ANSWER_MS = 3000
const LOOK_EVERY_MS = 500
const PROBE_PATIENCE_MS = 3000
/** Browsers hand out their idle connections first, and those are dead too: each takes a probe with it. */
const PROBES_AT_ONCE = 3
/** So the first probes are given up early: with them go the dead connections, and the next ones get new ones. */
const FIRST_PATIENCE_MS = 1000
/** So often a dead line is tried at once; after that it is asked less. */
const EAGER_PROBES = 30
const LATER_EVERY_MS = 30_000

interface Parts {
  /** The gate's answer to something small; rejects where there is none. */
  probe: (signal: AbortSignal) => Promise<Response>
  /** Milliseconds without a sign of life that there should have been. */
  silentFor: () => number
  /** A link has something to do: it waits for an answer that nobody holds back. */
  isBusy: () => boolean
  /** Whether there is anything to hear: signed in, and the browser knows of a network. */
  isWanted: () => boolean
  /** The line is dead, although nobody said so, or it is so no longer. */
  changed: () => void
  /** It lives again; what hung on the old connections has to begin anew. */
  revived: () => void
}

/**
 * A connection that hangs half-open tells nobody, and browsers seldom say when a network is back behind the same Wi-Fi.
 * So where the heartbeat stays away the gate is asked for an answer, in short intervals, until it comes.
 */
export class LineWatch {
  readonly #parts: Parts
  #timer: ReturnType<typeof setInterval> | undefined
  #probing: AbortController | undefined
  #failures = 0
  #lastProbeAt = 0
  /** As `performance.now()`; absent: nothing but the heartbeat is waited for. */
  #askedAt: number | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  get isDead(): boolean {
    return this.#failures > 0
  }

  /** The browser told of another network, and the links began anew: idle connections to the one before may be dead, too. */
  begunAnew(): void {
    this.#askedAt = performance.now()
  }

  /** Something was written, and the push asks at once. Who writes on does not put off what is due already. */
  wrote(): void {
    if (this.#askedAt === undefined || !this.#parts.isBusy()) this.begunAnew()
  }

  start(): void {
    this.#timer = setInterval(() => void this.#look(), LOOK_EVERY_MS)
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#probing?.abort()
    this.#failures = 0
  }

  async #look() {
    const { isWanted, revived } = this.#parts
    if (this.#probing) return
    // A link that tried again may hear of the gate before we do.
    if (!isWanted() || !this.#isSilent()) return this.#count(0)
    if (this.#failures >= EAGER_PROBES && performance.now() - this.#lastProbeAt < LATER_EVERY_MS) return
    this.#lastProbeAt = performance.now()
    const isAlive = (await this.#isAnswered(FIRST_PATIENCE_MS)) || (await this.#isAnswered(PROBE_PATIENCE_MS))
    if (this.#timer === undefined) return
    // A slow line may have answered something else meanwhile.
    this.#count(isAlive || !this.#isSilent() ? 0 : this.#failures + 1)
    if (!isAlive) return
    // Once: who is slow to answer is not to begin anew for ever.
    this.#askedAt = undefined
    revived()
  }

  async #isAnswered(patienceMs: number): Promise<boolean> {
    if (this.#timer === undefined) return false
    const probing = new AbortController()
    this.#probing = probing
    const timer = setTimeout(() => probing.abort(), patienceMs)
    const answer = async () => {
      const { ok } = await this.#parts.probe(probing.signal)
      if (!ok) throw new Error('no answer that counts')
      return true
    }
    const isAnswered = await Promise.any(Array.from({ length: PROBES_AT_ONCE }, answer)).catch(() => false)
    clearTimeout(timer)
    probing.abort()
    this.#probing = undefined
    return isAnswered
  }

  #isSilent(): boolean {
    const { silentFor, isBusy } = this.#parts
    const silence = silentFor()
    if (silence >= SILENCE_MS) return true
    if (this.#askedAt === undefined || performance.now() - this.#askedAt < ANSWER_MS) return false
    if (!isBusy()) this.#askedAt = undefined
    return this.#askedAt !== undefined && silence >= ANSWER_MS
  }

  #count(failures: number) {
    const wasDead = this.isDead
    this.#failures = failures
    if (this.isDead !== wasDead) this.#parts.changed()
  }
}
