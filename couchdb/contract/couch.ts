import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'

const given = process.env.MOGRA_CONTRACT_URL
if (!given) throw new Error('Run the contract with `npm run test:couch`.')

/** The server's URL with the admin's credentials. */
export const couchUrl = given.replace(/\/+$/, '')
const { username, password, origin } = new URL(couchUrl)
const basic = `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: the tests say what they expect of each answer
  body: any
  text: string
  headers: Headers
}

interface CallOptions {
  body?: unknown
  headers?: Record<string, string>
  /** A bearer token, sent instead of the admin's password; null sends no credentials. */
  token?: string | null
  signal?: AbortSignal
}

export async function call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const response = await send(method, path, options)
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: parsed(text) }
}

export function send(method: string, path: string, { body, headers, token, signal }: CallOptions = {}) {
  const authorization = token === undefined ? basic : token === null ? undefined : `Bearer ${token}`
  const isRaw = typeof body === 'string' || body instanceof Uint8Array
  return fetch(origin + path, {
    method,
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(authorization ? { authorization } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isRaw ? body : JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const run = `contract-${randomBytes(4).toString('hex')}`
let made = 0

export const freshName = () => `${run}-${++made}`

/** Creates a database for the tests of one group; returns its name and path. */
export function freshDatabase(): { name: string; path: string } {
  const name = freshName()
  beforeAll(async () => {
    const { status } = await call('PUT', `/${name}?q=1&n=1`)
    if (status !== 201) throw new Error(`${name} could not be made: ${status}`)
  })
  afterAll(() => call('DELETE', `/${name}`))
  return { name, path: `/${name}` }
}

/** Stores a document and returns its revision. */
export async function put(path: string, body: object): Promise<string> {
  const answer = await call('PUT', path, { body })
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text}`)
  return answer.body.rev
}

/** Stores a revision with its ancestors, as replication does; `revs` lists them, oldest first: `1-a`, `2-b` … */
export function graft(database: string, id: string, revs: string[], content: object = {}) {
  const ids = revs.map((rev) => rev.split('-')[1]).toReversed()
  const doc = { _id: id, _rev: revs.at(-1), _revisions: { start: revs.length, ids }, ...content }
  return call('POST', `${database}/_bulk_docs`, { body: { docs: [doc], new_edits: false } })
}
