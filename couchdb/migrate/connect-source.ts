import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type CouchClient, connect } from '../client/couch-client.ts'
import { startEmbedded } from '../embedded/start.ts'

export interface Source {
  couch: CouchClient
  /** Whether nobody else can write to the source. */
  isLocked: boolean
  close(): Promise<void>
}

/** Connects to a server by its URL, or starts the embedded server on a data folder until the source is closed. */
export async function connectSource(from: string): Promise<Source> {
  if (/^\w+:\/\//.test(from)) return { couch: connect(from, '--from'), isLocked: false, close: async () => undefined }

  const folder = [join(from, 'couchdb'), from].map((path) => resolve(path)).find(holdsDatabases)
  if (!folder)
    throw new Error(
      `--from is "${from}", which is neither a URL nor a data folder with the embedded server's databases.`,
    )
  const admin = { name: 'migration', password: randomBytes(24).toString('hex') }
  const embedded = await startEmbedded({ folder, admin }).catch((error: unknown) => {
    if (!/in use/.test(String(error))) throw error
    throw new Error(`The database in ${folder} is in use by a running Mogra; stop that one first.`)
  })
  const url = Object.assign(new URL(embedded.url), { username: admin.name, password: admin.password })
  return { couch: connect(url.href, '--from'), isLocked: true, close: embedded.close }
}

const holdsDatabases = (folder: string) =>
  existsSync(join(folder, 'databases')) && existsSync(join(folder, 'server.json'))
