const FIRST_DELAY_MS = 1000
const LONGEST_DELAY_MS = 30_000

/**
 * How long to wait after a failure: twice as long after each further one, with a random part so that devices do not
 * retry at the same time.
 */
export class BackOff {
  #failures = 0

  nextMs(): number {
    const delay = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** this.#failures)
    this.#failures = Math.min(this.#failures + 1, 10)
    return delay * (0.5 + Math.random() / 2)
  }

  succeeded(): void {
    this.#failures = 0
  }
}
