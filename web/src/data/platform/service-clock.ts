import type { Clock } from '../../clock/page-clock.ts'
import type { Environment } from './environment.ts'
import type { KeyValue } from './key-value.ts'

const OFFSET = 'mogra_clock_offset'
const TOLD = 'mogra_clock_told'
/** An answer that took longer says too little about when its `Date` was written. */
const MOST_MS = 5_000
/** `Date` has whole seconds, so that a smaller difference may not be one. */
const LEAST_MS = 5_000
const WRONG_MS = 10 * 60_000

export interface ServiceClock extends Clock {
  /** `fetch` that reads the time of each answer of the service. */
  fetch: typeof globalThis.fetch
  /** Returns true once for each time that the device's clock is found to be more than ten minutes off. */
  tellsWrong: () => boolean
}

interface Parts extends Pick<Environment, 'fetch' | 'now'> {
  values: KeyValue
}

/**
 * The service's clock as far as this device knows it: the device's own clock and an offset, which each answer's `Date`
 * gives and which is kept in the browser for starts without a network.
 */
export function openServiceClock({ fetch, now, values }: Parts): ServiceClock {
  const offset = () => {
    const kept = Number(values.get(OFFSET) ?? 0)
    return Number.isFinite(kept) ? kept : 0
  }
  const isWrong = () => Math.abs(offset()) > WRONG_MS

  const hear = (response: Response, sentAt: Moment) => {
    const heardAt = moment(now)
    // The steady clock rests while the device sleeps, and the wall clock may be set meanwhile.
    const took = Math.max(Math.abs(heardAt.wall - sentAt.wall), heardAt.steady - sentAt.steady)
    const said = Date.parse(response.headers.get('Date') ?? '')
    if (took > MOST_MS || Number.isNaN(said) || !isFromService(response)) return
    const measured = Math.round(said + 500 - (sentAt.wall + heardAt.wall) / 2)
    if (Math.abs(measured - offset()) < LEAST_MS) return
    values.set(OFFSET, Math.abs(measured) < LEAST_MS ? undefined : String(measured))
    // A clock that was put right and goes wrong again is news again.
    if (!isWrong()) values.set(TOLD, undefined)
  }

  return {
    now: () => new Date(now().getTime() + offset()),
    subscribe: (listener) =>
      values.subscribe((key) => {
        if (key === undefined || key === OFFSET) listener()
      }),
    async fetch(input, init) {
      const sentAt = moment(now)
      const response = await fetch(input, init)
      hear(response, sentAt)
      return response
    },
    tellsWrong() {
      if (!isWrong() || values.get(TOLD) !== undefined) return false
      values.set(TOLD, '1')
      return true
    },
  }
}

interface Moment {
  wall: number
  steady: number
}

const moment = (now: () => Date): Moment => ({ wall: now().getTime(), steady: performance.now() })

/** A captive portal sends pages, and a cache adds the age of what it kept. */
const isFromService = ({ status, headers }: Response) =>
  !headers.has('Age') && (status === 204 || /^application\/json\b/i.test(headers.get('Content-Type') ?? ''))
