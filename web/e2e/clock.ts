/** The service's clock: it goes by itself until it is held. */
export interface Clock {
  now(): Date
  hold(): void
  /** While it is held. */
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
