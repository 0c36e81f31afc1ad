import { createAuthenticate } from './access/authenticate.ts'
import type { Limits } from './documents/normalise.ts'
import type { Feed } from './http/feed.ts'
import { buildServer } from './server.ts'
import { Databases } from './store/databases.ts'
import { lockFolder } from './store/folder-lock.ts'
import { ServerFile } from './store/server-file.ts'

export interface EmbeddedOptions {
  folder: string
  host?: string
  /** 0 chooses a free port. */
  port?: number
  admin: { name: string; password: string }
  version?: string
  /** Limits in bytes. */
  limits?: Partial<Limits>
}

export interface Embedded {
  /** The URL without credentials. */
  url: string
  close(): Promise<void>
}

const MB = 1024 * 1024

/** Starts the server on a folder and locks it for other servers; all data that was acknowledged before is available. */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { folder, host = '127.0.0.1', port = 0, admin, version = '3.5.0' } = options
  const limits = { document: 8 * MB, attachment: 32 * MB, request: 64 * MB, ...options.limits }
  const unlock = await lockFolder(folder)
  try {
    const server = await ServerFile.open(folder)
    // CouchDB's own setting `couchdb/max_dbs_open`, read each time, so that a change takes effect at once.
    const databases = await Databases.open(folder, () => wholeNumber(server.config('couchdb', 'max_dbs_open')))
    const openFeeds = new Set<Feed>()
    const authenticate = createAuthenticate(admin, server)
    const app = buildServer({ databases, server, authenticate, limits, version, openFeeds })
    await app.listen({ host, port })
    const address = app.server.address()
    const listening = typeof address === 'object' && address ? address.port : port
    return {
      url: `http://${host}:${listening}`,
      close: once(async () => {
        for (const feed of [...openFeeds]) feed.end()
        await app.close()
        await databases.close()
        await unlock()
      }),
    }
  } catch (error) {
    await unlock()
    throw error
  }
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d*$/.test(text) ? Number(text) : undefined
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => {
    done ??= work()
    return done
  }
}
