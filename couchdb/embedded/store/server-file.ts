import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeDurably } from './files.ts'

type Config = Record<string, Record<string, string>>

/** `server.json`: who this server is, and its configuration. */
export class ServerFile {
  uuid: string
  #path: string
  #config: Map<string, Map<string, string>>
  #writing: Promise<unknown> = Promise.resolve()

  private constructor(path: string, uuid: string, config: Config) {
    this.uuid = uuid
    this.#path = path
    this.#config = new Map(Object.entries(config).map(([name, keys]) => [name, new Map(Object.entries(keys))]))
  }

  static async open(folder: string): Promise<ServerFile> {
    const path = join(folder, 'server.json')
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
    const stored = text === undefined ? undefined : (JSON.parse(text) as { uuid: string; config: Config })
    const file = new ServerFile(path, stored?.uuid ?? randomBytes(16).toString('hex'), stored?.config ?? {})
    if (!stored) await file.#write()
    return file
  }

  config(section: string, key: string): string | undefined {
    return this.#config.get(section)?.get(key)
  }

  section(name: string): Record<string, string> {
    return Object.fromEntries(this.#config.get(name) ?? [])
  }

  all(): Config {
    return Object.fromEntries([...this.#config.keys()].map((name) => [name, this.section(name)]))
  }

  /** Answers the old value; `undefined` removes. */
  async change(section: string, key: string, value: string | undefined): Promise<string | undefined> {
    const keys = this.#config.get(section) ?? new Map<string, string>()
    const old = keys.get(key)
    if (value === undefined) keys.delete(key)
    else keys.set(key, value)
    if (keys.size > 0) this.#config.set(section, keys)
    else this.#config.delete(section)
    if (value !== old) await this.#write()
    return old
  }

  #write(): Promise<void> {
    const turn = this.#writing.then(() =>
      writeDurably(this.#path, JSON.stringify({ uuid: this.uuid, config: this.all() }, null, 2)),
    )
    this.#writing = turn.catch(() => undefined)
    return turn
  }
}
