import type { KeyValue } from '../platform/key-value.ts'

const KEY = 'mogra_last_contact'
/** Heartbeats come every 10 s; the stored time is shown to the minute, so it is written once a minute. */
const SHOWN_EVERY_MS = 60_000

/** When the gate last sent something; kept across reloads. */
export interface LastContact {
  heard(): void
  /** Allows `ms` of silence for a large upload. Call the returned function when the upload is answered or given up. */
  sending(ms: number): () => void
  /** Milliseconds since this page should have heard something; negative while an upload still has that much time. */
  silentFor(): number
  /** When this page last heard the gate, by `performance.now()`, because the wall clock may be set back. 0: never. */
  at(): number
  /** When any page last heard the gate (ISO time, to the minute); undefined if none has. */
  shown(): string | undefined
  subscribe(listener: () => void): () => void
}

export function openLastContact(values: KeyValue, now: () => Date): LastContact {
  let at = 0
  let noted = 0
  // The wall clock may be set back; `performance.now()` stops while the device sleeps.
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
