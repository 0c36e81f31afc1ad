/** What gives the time, and says when it jumps because it was corrected. */
export interface Clock {
  now: () => Date
  subscribe: (listener: () => void) => () => void
}

/** Only until the data layer is open: nobody has said yet how far the device's clock is off. */
const deviceClock: Clock = { now: () => new Date(), subscribe: () => () => undefined }

let clock = deviceClock
let unfollow: () => void = () => undefined
let ticks: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of [...listeners]) listener()
}

/** Returns the time by the service's clock. Everything that is possible or not at a time is judged by it. */
export const now = (): Date => clock.now()

/** Sets what this page goes by; without an argument that is the device's own clock. */
export function setPageClock(next: Clock = deviceClock): void {
  unfollow()
  clock = next
  unfollow = next.subscribe(tell)
  tell()
}

/** Calls `listener` every second, and when the time jumps. All listeners share one timer. */
export function onTick(listener: () => void): () => void {
  listeners.add(listener)
  ticks ??= setInterval(tell, 1000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(ticks)
    ticks = undefined
  }
}
