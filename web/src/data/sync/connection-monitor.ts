/** The held poll's heartbeat comes every 10 s. */
const SILENCE_MS = 15_000
/** Links that have something to do are done with it sooner than that, or hear of it. */
const ANSWER_MS = 3000
const LOOK_EVERY_MS = 500
const PROBE_PATIENCE_MS = 3000
/** Browsers hand out their idle connections first, and those are dead too: each takes a probe with it. */
const PROBES_AT_ONCE = 3
/** A round's first three are given up early: the dead connections they were handed go with them, and the second three get new ones. */
const FIRST_PATIENCE_MS = 1000
/** From the beginning of one to that of the next, where the probes fail at once: a gate that is down is not to be rained on. */
const ROUND_EVERY_MS = 3000
/** So many rounds, two minutes or three, follow one another; after that they come seldom. */
const EAGER_ROUNDS = 40
const LATER_EVERY_MS = 30_000
/** In a row, without the links coming to rest in between: what begins anew may be handed yet another dead connection. */
const REVIVALS = 2

interface Parts {
  /** The gate's answer to something small; rejects where there is none. */
  probe: (signal: AbortSignal) => Promise<Response>
  /** Milliseconds without a sign of life that there should have been. */
  silentFor: () => number
  /** The links have nothing left to do. */
  isAtRest: () => boolean
  /** Whether there is anything to hear: signed in, and the browser knows of a network. */
  isWanted: () => boolean
  /** The line is dead, although nobody said so, or it is so no longer. */
  changed: () => void
  /** It lives again; what hung on the old connections has to begin anew. */
  revived: () => void
}

/**
 * A connection that hangs half-open tells nobody, and browsers seldom say when a network is back behind the same Wi-Fi.
 * So where the heartbeat stays away, or what the links wait for does, the gate is probed until it answers.
 */
export class ConnectionMonitor {
  readonly #parts: Parts
  #timer: ReturnType<typeof setInterval> | undefined
  #probing: AbortController | undefined
  #failures = 0
  #lastRoundAt = 0
  /** By the last probes; `failure`: they came to an end at once, so that no dead connections stand in the way of the next. */
  #found: 'answer' | 'silence' | 'failure' = 'silence'
  /** As `performance.now()`: since then the links have something to do; absent: nothing but the heartbeat is waited for. */
  #unansweredSince: number | undefined
  #revivals = 0

  constructor(parts: Parts) {
    this.#parts = parts
  }

  get isDead(): boolean {
    return this.#failures > 0
  }

  /** The browser told of another network, and the links began anew: idle connections to the one before may be dead, too. */
  begunAnew(): void {
    this.#unansweredSince = performance.now()
    this.#beEagerAgain()
  }

  /** Something was written, and the push asks at once. Who writes on does not put off what is due already. */
  wrote(): void {
    if (this.#unansweredSince === undefined || this.#parts.isAtRest()) this.#unansweredSince = performance.now()
    this.#beEagerAgain()
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
    this.#forgetAnswered()
    // A link that tried again may hear of the gate before we do.
    if (!isWanted() || !this.#isSilent()) return this.#count(0)
    const every = this.#failures >= EAGER_ROUNDS ? LATER_EVERY_MS : ROUND_EVERY_MS
    if (this.isDead && performance.now() - this.#lastRoundAt < every) return
    this.#lastRoundAt = performance.now()
    await this.#probe(FIRST_PATIENCE_MS)
    if (this.#found === 'silence') await this.#probe(PROBE_PATIENCE_MS)
    const isAlive = this.#found === 'answer'
    if (this.#timer === undefined) return
    // A slow line may have answered something else meanwhile.
    this.#forgetAnswered()
    this.#count(isAlive || !this.#isSilent() ? 0 : this.#failures + 1)
    if (!isAlive) return
    this.#revivals += 1
    // Who is slow to answer is not to begin anew for ever.
    this.#unansweredSince = this.#revivals < REVIVALS ? performance.now() : undefined
    revived()
  }

  async #probe(patienceMs: number): Promise<void> {
    if (this.#timer === undefined) return
    const probing = new AbortController()
    this.#probing = probing
    const timer = setTimeout(() => probing.abort(), patienceMs)
    const answer = async () => {
      const { ok } = await this.#parts.probe(probing.signal)
      if (!ok) throw new Error('no answer that counts')
      return 'answer' as const
    }
    const length = this.#found === 'failure' ? 1 : PROBES_AT_ONCE
    this.#found = await Promise.any(Array.from({ length }, answer)).catch(() =>
      probing.signal.aborted ? 'silence' : 'failure',
    )
    clearTimeout(timer)
    probing.abort()
    this.#probing = undefined
  }

  /** Not sooner: the push hears of a write a moment after us, and is at rest until then. */
  #forgetAnswered() {
    if (this.#unansweredSince !== undefined && this.#unansweredForMs < ANSWER_MS) return
    if (!this.#parts.isAtRest()) return
    this.#unansweredSince = undefined
    this.#revivals = 0
  }

  get #unansweredForMs(): number {
    return this.#unansweredSince === undefined ? 0 : performance.now() - this.#unansweredSince
  }

  #isSilent(): boolean {
    const silence = this.#parts.silentFor()
    return silence >= SILENCE_MS || Math.min(silence, this.#unansweredForMs) >= ANSWER_MS
  }

  /** Somebody is there again, who looks at a line that may have been dead for long: rounds follow one another anew. */
  #beEagerAgain() {
    this.#failures = Math.min(this.#failures, 1)
  }

  #count(failures: number) {
    const wasDead = this.isDead
    this.#failures = failures
    if (this.isDead !== wasDead) this.#parts.changed()
  }
}
