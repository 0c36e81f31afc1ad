import nano from 'nano'
import { Agent, Dispatcher1Wrapper } from 'undici'
import { isRefusal, isUnreachable, isUnsent } from './failures.ts'

/**
 * `decided: false` means that CouchDB accepted the write without a quorum (202), or that its answer was lost; it may be
 * stored or not.
 */
export type WriteAnswer<T> = { decided: true; body: T } | { decided: false; body?: T; cause?: unknown }

/** The only way to CouchDB: it never mistakes an answer to a write for a decision. */
export interface Connection {
  /** The URL's origin, without credentials. */
  origin: string
  read<T>(request: nano.RequestOptions): Promise<T>
  /** Throws if the write was certainly not made: refused (4xx) or never sent. */
  write<T>(request: nano.RequestOptions): Promise<WriteAnswer<T>>
  /** Asks how far this machine's clock is ahead of CouchDB's; in milliseconds, to the second. */
  clockOffMs(): Promise<number>
  close(): Promise<void>
}

/**
 * A healthy database answers sooner, and a dead connection must not delay its callers, such as the decider's renewal of
 * its lease.
 */
const PATIENCE_MS = 30_000
const CONNECT_MS = 5_000

/** `answered` is called with every answer of CouchDB. */
export function openConnection(url: string, patienceMs = PATIENCE_MS, answered = () => {}): Connection {
  // nano treats every 2xx as success and reveals the status only to its log.
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
      // nano returns '' if the JSON breaks off.
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

    async clockOffMs() {
      // nano hands over the headers of an answer to HEAD alone.
      const { date = '' } = (await ask({ method: 'HEAD', path: '_up' })) as { date?: string }
      const theirsMs = Date.parse(date)
      if (Number.isNaN(theirsMs)) throw new Error('CouchDB does not say what time it is.')
      return Date.now() - theirsMs
    },

    close: () => agent.close(),
  }
}

const isDecision = (status: number | undefined) => status === 201 || status === 200
