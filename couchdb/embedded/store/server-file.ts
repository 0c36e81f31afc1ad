import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { isObject } from '../http/json.ts'
import { DamagedFile, readJson, writeDurably } from './files.ts'

type Config = Record<string, Record<string, string>>
type Sections = Map<string, Map<string, string>>

/** `server.json` with the server's id and its configuration. */
export class ServerFile {
  uuid: string
  #path: string
  #config: Sections
  #writing: Promise<unknown> = Promise.resolve()

  private constructor(path: string, uuid: string, config: Config) {
    this.uuid = uuid
    this.#path = path
    this.#config = new Map(Object.entries(config).map(([name, keys]) => [name, new Map(Object.entries(keys))]))
  }

  static async open(folder: string): Promise<ServerFile> {
    const path = join(folder, 'server.json')
    const stored = (await readJson(path)) as { uuid: string; config: Config } | undefined
    if (stored && (typeof stored.uuid !== 'string' || !isObject(stored.config))) throw new DamagedFile(path)
    const file = new ServerFile(path, stored?.uuid ?? randomBytes(16).toString('hex'), stored?.config ?? {})
    if (!stored) await file.#write(file.#config)
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

  /** Returns the old value; a new value of `undefined` removes the setting. */
  change(section: string, key: string, value: string | undefined): Promise<string | undefined> {
    const turn = this.#writing.then(async () => {
      const old = this.config(section, key)
      if (value === old) return old
      const { [key]: _, ...others } = this.section(section)
      const keys = new Map(Object.entries(value === undefined ? others : { ...others, [key]: value }))
      const config = new Map(this.#config).set(section, keys)
      if (keys.size === 0) config.delete(section)
      await this.#write(config)
      this.#config = config
      return old
    })
    this.#writing = turn.catch(() => undefined)
    return turn
  }

  #write(config: Sections): Promise<void> {
    const plain = Object.fromEntries([...config].map(([name, keys]) => [name, Object.fromEntries(keys)]))
    return writeDurably(this.#path, JSON.stringify({ uuid: this.uuid, config: plain }, null, 2))
  }
}
