import type { Databases } from '../local/databases.ts'
import type { SessionStateStore } from '../local/session-state.ts'
import { BackOff } from './replication/back-off.ts'

interface Parts {
  databases: Databases
  sessionState: SessionStateStore
  checkSession: () => void
}

/**
 * Asks the service for the session when the account's fact is newer than what the session said last: the account may
 * have another role by now, and other feeds.
 */
export class AccountVersion {
  readonly #parts: Parts
  readonly #backOff = new BackOff()
  #again: ReturnType<typeof setTimeout> | undefined
  #isStopped = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Call it when documents of the mailbox have come. */
  look(): void {
    // If this fails, the next documents or the next start ask.
    if (this.#again === undefined) void this.#look().catch(() => undefined)
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#again)
  }

  async #look() {
    const { databases, sessionState, checkSession } = this.#parts
    const { signedIn, signedOutByServer } = sessionState.get()
    // An older app stored no version; the start has asked.
    const known = signedIn?.account.version
    if (known === undefined || signedOutByServer) return
    const account = await databases.mailbox().account()
    if (account === undefined || account.version <= known) return this.#backOff.succeeded()
    if (this.#isStopped || this.#again !== undefined) return
    // The instance that answers may know an older account for two seconds.
    this.#again = setTimeout(() => {
      this.#again = undefined
      this.look()
    }, this.#backOff.nextMs())
    checkSession()
  }
}
