type JsonObject = Record<string, unknown>

export interface CouchClient {
  /** The URL's origin, without credentials. */
  origin: string
  /** The setting that holds the URL, named in messages. */
  setting: string
  get(path: string): Promise<JsonObject>
  put(path: string, body: unknown): Promise<JsonObject>
  post(path: string, body: unknown): Promise<JsonObject>
  /** Resolves with any status; throws `TooLate` if no response arrives in time. */
  try(method: string, path: string, body?: unknown, patienceMs?: number): Promise<{ status: number; body: unknown }>
  /** Streams the bodies of request and response; resolves with any status. */
  open(path: string, init?: RequestInit, patienceMs?: number): Promise<Response>
}

export class TooLate extends Error {}

const JSON_PATIENCE_MS = 30_000
const STREAM_PATIENCE_MS = 600_000

/** A plain client for one CouchDB. The URL contains the credentials; no message does. */
export function connect(urlWithCredentials: string, setting = 'COUCHDB_URL'): CouchClient {
  const wrong = () => new Error(`${setting} must look like http://admin:password@127.0.0.1:5984.`)
  const parsed = URL.parse(urlWithCredentials)
  if (!parsed || !/^https?:$/.test(parsed.protocol)) throw wrong()
  const { username, password, origin } = parsed
  const base = origin + parsed.pathname.replace(/\/+$/, '')
  const credentials = Buffer.from([username, password].map(unescaped).join(':')).toString('base64')

  function unescaped(text: string): string {
    try {
      return decodeURIComponent(text)
    } catch {
      throw new Error(`${setting} holds a % that stands for nothing: in a name or password it is written %25.`)
    }
  }

  const failed = (error: unknown) => {
    const isLate = error instanceof Error && error.name === 'TimeoutError'
    return new (isLate ? TooLate : Error)(`No CouchDB answers at ${origin}: ${reasonOf(error)}.`)
  }

  const request = (path: string, patienceMs: number, { headers, ...init }: RequestInit): Promise<Response> =>
    fetch(base + path, {
      ...init,
      headers: { ...headers, authorization: `Basic ${credentials}` },
      signal: AbortSignal.timeout(patienceMs),
    }).catch((error: unknown) => {
      throw failed(error)
    })

  async function attempt(method: string, path: string, body?: unknown, patienceMs = JSON_PATIENCE_MS) {
    const response = await request(path, patienceMs, {
      method,
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text().catch((error: unknown) => {
      throw failed(error)
    })
    return { status: response.status, body: method === 'HEAD' ? undefined : parse(text, origin) }
  }

  async function insist(method: string, path: string, body?: unknown): Promise<JsonObject> {
    const answer = await attempt(method, path, body)
    const content = Object(answer.body) as JsonObject
    if (answer.status < 300) return content
    if (answer.status === 401) throw new Error(`${origin} refuses the name and password in ${setting}.`)
    const why = withFullStop(content.reason ?? content.error)
    throw new Error(`${origin} answered ${answer.status} to ${method} ${path}: ${why}`)
  }

  return {
    origin,
    setting,
    get: (path) => insist('GET', path),
    put: (path, body) => insist('PUT', path, body),
    post: (path, body) => insist('POST', path, body),
    try: attempt,
    open: (path, init = {}, patienceMs = STREAM_PATIENCE_MS) => request(path, patienceMs, init),
  }
}

/** CouchDB ends some of its reasons with a full stop, and others without. */
export const withFullStop = (reason: unknown) => String(reason).replace(/\.?$/, '.')

function parse(text: string, origin: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${origin} does not answer in JSON, as a CouchDB would.`)
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no connection'
  return error.cause instanceof Error ? error.cause.message : error.message
}
