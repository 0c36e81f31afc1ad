import nano from 'nano'
import { Agent, Dispatcher1Wrapper } from 'undici'
import { isRefusal, isUnreachable, isUnsent } from './failures.ts'

/** `decided: false`: CouchDB accepted it without a quorum (202), or its answer was lost; it may stand or not. */
export type WriteAnswer<T> = { decided: true; body: T } | { decided: false; body?: T; cause?: unknown }

/** The only way to CouchDB: an answer to a write is never mistaken for a decision. */
export interface Connection {
  /** Without credentials. */
  origin: string
  read<T>(request: nano.RequestOptions): Promise<T>
  /** Throws what was surely not done: refused (4xx) or never sent. */
  write<T>(request: nano.RequestOptions): Promise<WriteAnswer<T>>
  close(): Promise<void>
}

/** A database that lives answers sooner, and a dead connection must not hold up who waits for it, such as the decider's heart. */
const PATIENCE_MS = 30_000
const CONNECT_MS = 5_000

/** `answered` is called with every answer of CouchDB. */
export function openConnection(url: string, patienceMs = PATIENCE_MS, answered = () => {}): Connection {
  // nano takes every 2xx as success and tells its log alone which one it was.
  const statuses = new WeakMap<object, number>()
  const agent = new Agent({
    connections: 64,
    keepAliveTimeout: 30_000,
    headersTimeout: patienceMs,
    bodyTimeout: patienceMs,
    connect: { timeout: CONNECT_MS },
  })
  const server = nano({
    url,
    // nano uses Node's own fetch, which is older than this Agent.
    agent: new Dispatcher1Wrapper(agent),
    log: (entry: { retval?: unknown; headers?: { statusCode?: number } }) => {
      if (typeof entry.retval === 'object' && entry.retval !== null && entry.headers?.statusCode)
        statuses.set(entry.retval, entry.headers.statusCode)
    },
  } as unknown as nano.Configuration)

  async function ask(request: nano.RequestOptions): Promise<unknown> {
    try {
      const body: unknown = await server.request(request)
      if (body !== '') answered()
      return body
    } catch (error) {
      if (!isUnreachable(error)) answered()
      throw error
    }
  }

  return {
    origin: new URL(url).origin,

    async read<T>(request: nano.RequestOptions): Promise<T> {
      const body = await ask(request)
      // So nano answers where the JSON breaks off.
      if (body === '') throw new Error('error happened in your connection: the answer broke off')
      return body as T
    },

    async write<T>(request: nano.RequestOptions): Promise<WriteAnswer<T>> {
      try {
        const body = (await ask(request)) as T
        // A deletion is decided by 200, everything else by 201.
        return { decided: isDecision(statuses.get(Object(body))), body }
      } catch (cause) {
        if (isUnsent(cause) || isRefusal(cause)) throw cause
        return { decided: false, cause }
      }
    },

    close: () => agent.close(),
  }
}

const isDecision = (status: number | undefined) => status === 201 || status === 200
