import type { Readable } from 'node:stream'
import { type CryptoKey, SignJWT } from 'jose'
import { Pool } from 'undici'
import { NoAnswer } from '../couch/failures.ts'
import type { Report } from '../couch/outage-log.ts'
import { unavailable } from '../http/problem.ts'

/** For whom the gate speaks to CouchDB: an account, by its id, or anybody at all. */
export interface Identity {
  name: string
  roles: readonly string[]
}
export const READER: Identity = { name: 'reader', roles: ['reader'] }

export interface UpstreamRequest {
  method: 'GET' | 'POST'
  /** Built by us, never the client's own. */
  path: string
  query?: Record<string, string>
  /** JSON. */
  body?: string
  signal?: AbortSignal
  /** The answer goes on at the pace of whoever asked for it. */
  isStreamed?: true
}

export interface UpstreamAnswer {
  status: number
  body: Readable & { text(): Promise<string>; json(): Promise<unknown>; dump(): Promise<void> }
}

/** CouchDB as seen by the gate: never with the service's own rights, so that `_security` holds even if the gate errs. */
export interface Upstream {
  /** Answers 200, 201, 202, 400, 404 and 413 of CouchDB; all else is thrown as 503, for it will pass or is our own mistake. */
  send(as: Identity, request: UpstreamRequest): Promise<UpstreamAnswer>
  close(): Promise<void>
}

const TOKEN_SECONDS = 60
const RENEWED_BEFORE_END_MS = 20_000
const TOKENS_AT_MOST = 10_000
const CONNECTIONS = 64
/** Slow readers keep theirs busy, and so must have their own: the others' pushes and polls go past them. */
const STREAM_CONNECTIONS = 128
/** Of requests that wait for a connection; undici keeps even those that were given up. */
const QUEUED_AT_MOST = 2_000
const PATIENCE_MS = 30_000
const PASSED_ON = [200, 201, 202, 400, 404, 413]

interface Needs {
  /** Without credentials. */
  origin: string
  jwt: { id: string; privateKey: CryptoKey }
  /** For an answer to begin, waiting for a connection included. */
  patienceMs?: number
  report?: Report
}

/** CouchDB said what is no answer to the question; 503 and 507 will pass. */
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
      // The pool's own deadlines begin with a connection, and for one it would wait for ever.
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

/** For as long as a request has no connection, undici does not act on its signal. */
function unlessOver<T>(asked: Promise<T>, over: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(over.reason)
    if (over.aborted) end()
    over.addEventListener('abort', end)
    asked.then(resolve, reject).finally(() => over.removeEventListener('abort', end))
  })
}
