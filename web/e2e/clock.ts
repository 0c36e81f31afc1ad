/** The service's clock: it runs until it is stopped. */
export interface Clock {
  now(): Date
  hold(): void
  /** Moves the stopped clock forward. */
  forward(seconds: number): void
  release(): void
}

export function aClock(): Clock {
  let heldAt: number | undefined
  return {
    now: () => new Date(heldAt ?? Date.now()),
    hold() {
      heldAt = Date.now()
    },
    forward(seconds) {
      heldAt = (heldAt ?? Date.now()) + seconds * 1000
    },
    release() {
      heldAt = undefined
    },
  }
}
