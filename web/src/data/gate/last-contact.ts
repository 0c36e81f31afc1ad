import type { KeyValue } from '../platform/key-value.ts'

const KEY = 'mogra_last_contact'
/** Heartbeats come every 10 s; nobody needs to read that the last one was just now. */
const SHOWN_EVERY_MS = 60_000

/** When the gate was last heard of; known over reloads. */
export interface LastContact {
  heard(): void
  /** For `ms` nothing may be heard: something large is on its way up. Call the answer when it is answered or given up. */
  sending(ms: number): () => void
  /** Milliseconds since something should have been heard, in this page; negative while an upload still has so long. */
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
  let heardAt = clocks()
  const uploadsEndAt = new Set<[wall: number, steady: number]>()
  return {
    heard() {
      at = performance.now()
      heardAt = clocks()
      const [wall] = heardAt
      if (Math.abs(wall - noted) < SHOWN_EVERY_MS) return
      noted = wall
      values.set(KEY, new Date(wall).toISOString())
    },
    sending(ms) {
      const [wall, steady] = clocks()
      const endsAt: [number, number] = [wall + ms, steady + ms]
      uploadsEndAt.add(endsAt)
      return () => void uploadsEndAt.delete(endsAt)
    },
    silentFor() {
      const [wall, steady] = clocks()
      return Math.min(...[heardAt, ...uploadsEndAt].map((since) => Math.max(wall - since[0], steady - since[1])))
    },
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
