/** The held poll's heartbeat comes every 10 s. */
const SILENCE_MS = 15_000
/** Links that have just begun anew hear sooner than that. */
const ANSWER_MS = 3000
const LOOK_EVERY_MS = 1000
const PROBE_PATIENCE_MS = 3000
/** Browsers hand out their idle connections first, and those are dead too: each takes a probe with it. */
const PROBES_AT_ONCE = 3
/** So often a dead line is tried at once; after that it is asked less. */
const EAGER_PROBES = 30
const LATER_EVERY_MS = 30_000

interface Parts {
  /** The gate's answer to something small; rejects where there is none. */
  probe: (signal: AbortSignal) => Promise<Response>
  /** Milliseconds without a sign of life that there should have been. */
  silentFor: () => number
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
  #begunAnewAt: number | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  get isDead(): boolean {
    return this.#failures > 0
  }

  /** The browser told of another network, and the links began anew: idle connections to the one before may be dead, too. */
  begunAnew(): void {
    this.#begunAnewAt = performance.now()
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
    const { isWanted, probe, revived } = this.#parts
    if (this.#probing) return
    // A link that tried again may hear of the gate before we do.
    if (!isWanted() || !this.#isSilent()) return this.#count(0)
    if (this.#failures >= EAGER_PROBES && performance.now() - this.#lastProbeAt < LATER_EVERY_MS) return
    this.#lastProbeAt = performance.now()
    const probing = new AbortController()
    this.#probing = probing
    const timer = setTimeout(() => probing.abort(), PROBE_PATIENCE_MS)
    const answer = async () => {
      const { ok } = await probe(probing.signal)
      if (!ok) throw new Error('no answer that counts')
      return true
    }
    const isAlive = await Promise.any(Array.from({ length: PROBES_AT_ONCE }, answer)).catch(() => false)
    clearTimeout(timer)
    probing.abort()
    this.#probing = undefined
    if (this.#timer === undefined) return
    this.#count(isAlive ? 0 : this.#failures + 1)
    if (!isAlive) return
    this.#begunAnewAt = undefined
    revived()
  }

  #isSilent(): boolean {
    const silence = this.#parts.silentFor()
    const sinceAnew = this.#begunAnewAt === undefined ? undefined : performance.now() - this.#begunAnewAt
    if (sinceAnew !== undefined && silence < sinceAnew) this.#begunAnewAt = undefined
    else if (sinceAnew !== undefined && sinceAnew >= ANSWER_MS) return true
    return silence >= SILENCE_MS
  }

  #count(failures: number) {
    const wasDead = this.isDead
    this.#failures = failures
    if (this.isDead !== wasDead) this.#parts.changed()
  }
}
