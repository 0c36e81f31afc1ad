import type { Readable } from 'node:stream'
import { type CryptoKey, SignJWT } from 'jose'
import { Pool } from 'undici'
import { NoAnswer } from '../couch/failures.ts'
import type { Report } from '../couch/outage-log.ts'
import { unavailable } from '../http/problem.ts'

/** The identity that the gate uses at CouchDB: an account, by its id, or the anonymous reader. */
export interface Identity {
  name: string
  roles: readonly string[]
}
export const READER: Identity = { name: 'reader', roles: ['reader'] }

export interface UpstreamRequest {
  method: 'GET' | 'POST'
  /** Built by the gate, never the client's own path. */
  path: string
  query?: Record<string, string>
  /** The body as JSON. */
  body?: string
  signal?: AbortSignal
  /** The answer is read at the pace of the client. */
  isStreamed?: true
}

export interface UpstreamAnswer {
  status: number
  body: Readable & { text(): Promise<string>; json(): Promise<unknown>; dump(): Promise<void> }
}

/**
 * The gate's access to CouchDB. It never uses the service's own rights, so that `_security` holds even if the gate has
 * a bug.
 */
export interface Upstream {
  /**
   * Returns CouchDB's 200, 201, 202, 400, 404 and 413. Every other status is thrown as 503: it is temporary or our own
   * mistake.
   */
  send(as: Identity, request: UpstreamRequest): Promise<UpstreamAnswer>
  close(): Promise<void>
}

const TOKEN_SECONDS = 60
const RENEWED_BEFORE_END_MS = 20_000
const TOKENS_AT_MOST = 10_000
const CONNECTIONS = 64
/** Slow readers keep connections busy, so streams have a pool of their own; pushes and polls do not wait for them. */
const STREAM_CONNECTIONS = 128
/** Requests that wait for a connection; undici keeps even those that were aborted. */
const QUEUED_AT_MOST = 2_000
const PATIENCE_MS = 30_000
const PASSED_ON = [200, 201, 202, 400, 404, 413]

interface Needs {
  /** The origin without credentials. */
  origin: string
  jwt: { id: string; privateKey: CryptoKey }
  /** The time until an answer begins, including the wait for a connection. */
  patienceMs?: number
  report?: Report
}

/** CouchDB returned a status that does not fit the request; 503 and 507 are temporary. */
class UnexpectedStatus extends Error {
  readonly statusCode: number

  constructor(statusCode: number, said: string) {
    super(`${statusCode} ${said}`)
    this.statusCode = statusCode
  }
}

export function openUpstream({ origin, jwt, patienceMs = PATIENCE_MS, report = console.error }: Needs): Upstream {
  const openPool = (connections: number) =>
    new Pool(origin, {
      connections,
      headersTimeout: patienceMs,
      bodyTimeout: patienceMs,
      keepAliveTimeout: 30_000,
    })
  const pool = openPool(CONNECTIONS)
  const streams = openPool(STREAM_CONNECTIONS)
  const tokens = new Map<string, { token: Promise<string>; until: number }>()

  function tokenOf({ name, roles }: Identity): Promise<string> {
    const key = `${roles.join()}/${name}`
    const known = tokens.get(key)
    if (known && known.until > Date.now()) return known.token
    if (tokens.size >= TOKENS_AT_MOST) tokens.clear()
    const now = Date.now()
    const token = new SignJWT({ '_couchdb.roles': [...roles] })
      .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: jwt.id })
      .setSubject(name)
      .setIssuedAt(Math.floor(now / 1000))
      .setExpirationTime(Math.floor(now / 1000) + TOKEN_SECONDS)
      .sign(jwt.privateKey)
    tokens.set(key, { token, until: now + TOKEN_SECONDS * 1000 - RENEWED_BEFORE_END_MS })
    return token
  }

  return {
    async send(as, { method, path, query, body, signal, isStreamed }) {
      // The pool's time limits begin when there is a connection; without this one a request could wait for a connection
      // forever.
      const late = new AbortController()
      const timer = setTimeout(() => late.abort(new NoAnswer('no connection or no answer in time')), patienceMs)
      const over = signal ? AbortSignal.any([signal, late.signal]) : late.signal
      const connections = isStreamed ? streams : pool
      try {
        if (connections.stats.queued >= QUEUED_AT_MOST) throw new NoAnswer('too many wait for a connection')
        const asked = connections.request({
          method,
          path,
          ...(query ? { query } : {}),
          headers: {
            accept: 'application/json',
            authorization: `Bearer ${await tokenOf(as)}`,
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(body === undefined ? {} : { body }),
          signal: over,
        })
        const answer = await unlessOver(asked, over)
        if (PASSED_ON.includes(answer.statusCode)) return { status: answer.statusCode, body: answer.body }
        throw new UnexpectedStatus(answer.statusCode, (await answer.body.text()).slice(0, 200))
      } catch (error) {
        if (signal?.aborted) throw error
        report(`CouchDB did not answer ${method} ${path}`, error)
        throw unavailable(error)
      } finally {
        clearTimeout(timer)
      }
    },

    async close() {
      await Promise.all([pool.destroy(), streams.destroy()])
    },
  }
}

/** Undici ignores the signal of a request that has no connection yet. */
function unlessOver<T>(asked: Promise<T>, over: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(over.reason)
    if (over.aborted) end()
    over.addEventListener('abort', end)
    asked.then(resolve, reject).finally(() => over.removeEventListener('abort', end))
  })
}
