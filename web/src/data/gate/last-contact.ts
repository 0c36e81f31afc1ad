import type { KeyValue } from '../local/key-value.ts'

const KEY = 'mogra_last_contact'
/** Heartbeats come every 10 s; nobody needs to read that the last one was just now. */
const SHOWN_EVERY_MS = 60_000

/** When the gate was last heard of; known over reloads. */
export interface LastContact {
  heard(): void
  /** So long nothing will be heard, for something large is on its way up. */
  sending(ms: number): void
  /** Milliseconds since something should have been heard, in this page. */
  silentFor(): number
  /** In this page, as `performance.now()` tells the time: the other clock may be set back. 0: never. */
  at(): number
  /** By any page, to the minute. */
  shown(): string | undefined
  subscribe(listener: () => void): () => void
}

export function openLastContact(values: KeyValue, now: () => Date): LastContact {
  let at = 0
  let noted = 0
  // One may be set back, the other stands still while the device sleeps.
  const clocks = (): [wall: number, steady: number] => [now().getTime(), performance.now()]
  let expectedAt = clocks()
  const silentFor = () => {
    const [wall, steady] = clocks()
    return Math.max(wall - expectedAt[0], steady - expectedAt[1])
  }
  return {
    heard() {
      at = performance.now()
      const wall = now().getTime()
      if (silentFor() >= 0) expectedAt = clocks()
      if (Math.abs(wall - noted) < SHOWN_EVERY_MS) return
      noted = wall
      values.set(KEY, new Date(wall).toISOString())
    },
    sending(ms) {
      if (silentFor() < -ms) return
      const [wall, steady] = clocks()
      expectedAt = [wall + ms, steady + ms]
    },
    silentFor,
    at: () => at,
    shown() {
      const text = values.get(KEY)
      return text !== undefined && Number.isFinite(Date.parse(text)) ? text : undefined
    },
    subscribe: (listener) =>
      values.subscribe((key) => {
        if (key === undefined || key === KEY) listener()
      }),
  }
}
