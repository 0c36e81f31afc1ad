import type { KeyValue } from '../local/key-value.ts'

const KEY = 'mogra_last_contact'
/** Heartbeats come every 10 s; nobody needs to read that the last one was just now. */
const SHOWN_EVERY_MS = 60_000

/** When the gate was last heard of; known over reloads. */
export interface LastContact {
  heard(): void
  /** In this page, to the millisecond; 0: never. */
  at(): number
  /** By any page, to the minute. */
  shown(): string | undefined
  subscribe(listener: () => void): () => void
}

export function openLastContact(values: KeyValue, now: () => Date): LastContact {
  let at = 0
  let noted = 0
  return {
    heard() {
      at = now().getTime()
      if (Math.abs(at - noted) < SHOWN_EVERY_MS) return
      noted = at
      values.set(KEY, new Date(at).toISOString())
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
