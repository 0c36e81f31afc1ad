import type { Result } from '../api/result.ts'
import { BackOff } from './replication/back-off.ts'
import type { RunnerState } from './replication/replication-runner.ts'

interface Parts {
  /** Whether an intent waits that needs a visitor's mailbox. */
  isWanted: () => Promise<boolean>
  ask: () => Promise<Result>
  now: () => Date
  changed: () => void
}

/**
 * Asks for a visitor's mailbox once one is wanted, and again after a failure, but no sooner than the service allows.
 */
export class VisitorRegistration {
  /** The service registers no more visitors from this network before this time. */
  retryAt: string | undefined
  /** The service registers nobody while it is being maintained. */
  isMaintenance = false
  readonly #parts: Parts
  #state: RunnerState = 'idle'
  #isLooking = false
  #isWokenMeanwhile = false
  #isStopped = false
  readonly #backOff = new BackOff()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  get state(): RunnerState {
    return this.#state
  }

  wake(): void {
    if (this.#isStopped) return
    this.#isWokenMeanwhile = this.#isLooking
    if (!this.#isLooking) void this.#look()
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  async #look() {
    this.#isLooking = true
    do {
      this.#isWokenMeanwhile = false
      await this.#askIfWanted().catch((error: unknown) => this.#failed(error))
    } while (this.#isWokenMeanwhile && this.#state === 'idle' && !this.#isStopped)
    this.#isLooking = false
  }

  /**
   * The local data cannot be read or written, perhaps because its connection was lost. A page that closes loses it too.
   */
  #failed(error: unknown) {
    if (this.#isStopped) return
    console.warn('a mailbox for a visitor cannot be asked for now', error)
    this.#wait()
  }

  async #askIfWanted() {
    const isWanted = await this.#parts.isWanted()
    if (!isWanted) this.retryAt = undefined
    if (this.retryAt !== undefined) return
    clearTimeout(this.#timer)
    if (!isWanted) return this.#become('idle')
    this.#become('busy')
    const result = await this.#parts.ask()
    if (this.#isStopped) return
    this.isMaintenance = !result.ok && result.error === 'maintenance'
    // Maintenance may end at any time, so a new try need not wait as long as one of too many visitors.
    if (!result.ok) return this.#wait(this.isMaintenance ? undefined : result.retryAfterSeconds)
    this.#backOff.succeeded()
    this.#become('idle')
  }

  #wait(retryAfterSeconds?: number) {
    const backOffMs = this.#backOff.nextMs()
    const delay = retryAfterSeconds === undefined ? backOffMs : retryAfterSeconds * 1000
    if (retryAfterSeconds !== undefined) this.retryAt = new Date(this.#parts.now().getTime() + delay).toISOString()
    this.#timer = setTimeout(() => {
      this.retryAt = undefined
      this.wake()
    }, delay)
    this.#become('waiting')
  }

  #become(state: RunnerState) {
    if (state === this.#state) return
    this.#state = state
    this.#parts.changed()
  }
}
