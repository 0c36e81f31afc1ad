import { request } from 'undici'
import * as v from 'valibot'
import { pauseWithJitter } from './back-off.ts'
import type { Report } from './outage-log.ts'

/** A changes feed: of the server (which databases were written to) or of a database (which documents). */
export interface Feed<Row> {
  /** A path such as `_db_updates` or `accounts/_changes`. */
  path: string
  query?: Record<string, string>
  row: v.GenericSchema<unknown, Row>
  /**
   * Called before the first rows, and whenever the position in the feed is lost: earlier changes will not be reported.
   */
  onBegin(): void
  onRows(rows: Row[]): void
}

export interface Subscription {
  close(): Promise<void>
}

const HEARTBEAT_MS = 2_000
const SILENT_MS = 5_000
/** A pause, so that a burst of writes is reported once. */
const REST_MS = 50
const BACK_OFF_MS = [250, 500, 1_000, 2_000, 5_000]

const Answer = v.object({ results: v.array(v.unknown()), last_seq: v.union([v.string(), v.number()]) })

/** Follows a feed by one long poll after another until it is closed; after a failure it continues where it was. */
export function openChangesFeed(url: string, report: Report = console.error) {
  const { origin, username, password } = new URL(url)
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')

  return <Row>({ path, query = {}, row, onBegin, onRows }: Feed<Row>): Subscription => {
    const closing = new AbortController()
    const { signal } = closing
    let since: string | undefined
    let failures = 0

    /** Returns undefined if this server does not know the sequence. */
    async function ask(from: string, feed: 'normal' | 'longpoll') {
      const { statusCode, body } = await request(`${origin}/${path}`, {
        query: { ...query, feed, since: from, ...(feed === 'longpoll' ? { heartbeat: HEARTBEAT_MS } : { limit: 1 }) },
        headers: { authorization: `Basic ${credentials}`, accept: 'application/json' },
        headersTimeout: SILENT_MS,
        bodyTimeout: SILENT_MS,
        signal,
      })
      const text = await body.text()
      if (statusCode === 400 || statusCode === 404) return undefined
      if (statusCode !== 200) throw new Error(`${statusCode} ${text.slice(0, 200)}`)
      return v.parse(Answer, JSON.parse(text))
    }

    async function step() {
      if (since === undefined) {
        const now = await ask('now', 'normal')
        if (!now) throw new Error('there is no such feed')
        since = String(now.last_seq)
        onBegin()
        return
      }
      const news = await ask(since, 'longpoll')
      if (news && news.results.length > 0) onRows(v.parse(v.array(row), news.results))
      since = news && String(news.last_seq)
      failures = 0
      await pauseWithJitter(REST_MS)
    }

    async function run() {
      while (!signal.aborted) {
        try {
          await step()
        } catch (error) {
          if (signal.aborted) return
          failures += 1
          // After a short interruption the feed continues where it was, so nothing is logged.
          if (failures === BACK_OFF_MS.length) report(`${path} cannot be followed; Mogra keeps trying`, error)
          await pauseWithJitter(BACK_OFF_MS[Math.min(failures, BACK_OFF_MS.length) - 1] ?? 0)
        }
      }
    }

    const running = run()
    return {
      close() {
        closing.abort()
        return running
      },
    }
  }
}
