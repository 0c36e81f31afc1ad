/** The gate sends a heartbeat every 10 s while it holds a poll. */
const SILENCE_MS = 15_000
/** A replication with something to do has done it sooner than this, or has at least heard from the gate. */
const ANSWER_MS = 3000
const LOOK_EVERY_MS = 500
const PROBE_PATIENCE_MS = 3000
/** Browsers reuse idle connections first, and those may be dead too: each probe uses up one of them. */
const PROBES_AT_ONCE = 3
/**
 * The first three probes of a round are given up early: the dead connections that they used go with them, and the next
 * three get new ones.
 */
const FIRST_PATIENCE_MS = 1000
/** Between the starts of two rounds if probes fail at once, to spare a gate that is down. */
const ROUND_EVERY_MS = 3000
/** This many rounds (two to three minutes) follow one another; after that they are rare. */
const EAGER_ROUNDS = 40
const LATER_EVERY_MS = 30_000
/**
 * How often replications are restarted without becoming idle in between: a restart may get yet another dead connection.
 */
const REVIVALS = 2

interface Parts {
  /** Sends a small request to the gate; rejects if there is no answer. */
  probe: (signal: AbortSignal) => Promise<Response>
  /** Milliseconds since the gate should have been heard. */
  silentFor: () => number
  /** Whether the replications have nothing left to do. */
  isAtRest: () => boolean
  /** Whether there is anything to hear: there is a mailbox, and the browser reports a network. */
  isWanted: () => boolean
  /** Called when the connection turns out to be dead, or is no longer dead. */
  changed: () => void
  /** Called when the connection works again: requests on the old connections must be restarted. */
  revived: () => void
}

/**
 * A half-open connection reports no error, and browsers rarely report that a network is back behind the same Wi-Fi. So
 * if the heartbeat, or an answer that a replication waits for, does not come, the gate is probed until it answers.
 */
export class ConnectionMonitor {
  readonly #parts: Parts
  #timer: ReturnType<typeof setInterval> | undefined
  #probing: AbortController | undefined
  #failures = 0
  #lastRoundAt = 0
  /** The result of the last probes; `failure`: they failed at once, so no dead connection can block the next ones. */
  #found: 'answer' | 'silence' | 'failure' = 'silence'
  /**
   * Since when (`performance.now()`) the replications have something to do; undefined: only the heartbeat is expected.
   */
  #unansweredSince: number | undefined
  #revivals = 0

  constructor(parts: Parts) {
    this.#parts = parts
  }

  get isDead(): boolean {
    return this.#failures > 0
  }

  /**
   * The browser reported another network and the replications restarted: idle connections of the network before may be
   * dead too.
   */
  begunAnew(): void {
    this.#unansweredSince = performance.now()
    this.#beEagerAgain()
  }

  /** Something was written, and the push sends it at once. Further writes do not delay a probe that is already due. */
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
    // A replication that tried again may hear from the gate before a probe does.
    if (!isWanted() || !this.#isSilent()) return this.#count(0)
    const every = this.#failures >= EAGER_ROUNDS ? LATER_EVERY_MS : ROUND_EVERY_MS
    if (this.isDead && performance.now() - this.#lastRoundAt < every) return
    this.#lastRoundAt = performance.now()
    await this.#probe(FIRST_PATIENCE_MS)
    if (this.#found === 'silence') await this.#probe(PROBE_PATIENCE_MS)
    const isAlive = this.#found === 'answer'
    if (this.#timer === undefined) return
    // On a slow network another request may have been answered meanwhile.
    this.#forgetAnswered()
    this.#count(isAlive || !this.#isSilent() ? 0 : this.#failures + 1)
    if (!isAlive) return
    this.#revivals += 1
    // A gate that is slow to answer must not cause restarts for ever.
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

  /** Waits this long because the push notices a write a moment after the monitor, and is idle until then. */
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

  /** A person is active again, perhaps after the connection was dead for long: the next rounds follow closely again. */
  #beEagerAgain() {
    this.#failures = Math.min(this.#failures, 1)
  }

  #count(failures: number) {
    const wasDead = this.isDead
    this.#failures = failures
    if (this.isDead !== wasDead) this.#parts.changed()
  }
}
