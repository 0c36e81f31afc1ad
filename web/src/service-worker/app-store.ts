import type { Role } from '#model'
import type { StoredFile, StoreReply } from './messages.ts'

const CACHE = 'mogra-app'
/** Whose screens are stored: the next version reads it before it has a page to ask. */
const ROLE_PATH = '/stored-for'
/** The page that is open uses the same network. */
const AT_ONCE = 4

interface Parts {
  files: readonly StoredFile[]
  origin: string
  caches: CacheStorage
  fetch: typeof globalThis.fetch
}

/**
 * The built app on this device. What is read is compared with the digest of the build: a file that was cut off or
 * replaced is dropped and fetched again, so that a damaged copy never starts the app twice.
 */
export class AppStore {
  readonly #parts: Parts
  readonly #byPath: Map<string, StoredFile>

  constructor(parts: Parts) {
    this.#parts = parts
    this.#byPath = new Map(parts.files.map((file) => [`/${file.url}`, file]))
  }

  /** All that an offline start needs, or it rejects. */
  async storeStart(signal: AbortSignal): Promise<void> {
    const cache = await this.#open()
    const start = this.#parts.files.filter(({ neededBy }) => !neededBy)
    const missing = await this.#store(cache, start, signal)
    if (missing > 0) throw new Error(`${missing} files of the start could not be stored`)
  }

  /** Each file of this role by itself; one that fails holds up no other. Absent: the role that was named last. */
  async storeScreens(signal: AbortSignal, role?: { named: Role | undefined }): Promise<StoreReply> {
    const cache = await this.#open()
    if (role) await this.#nameRole(cache, role.named)
    const wanted = await this.#wanted(cache)
    return { total: wanted.length, missing: await this.#store(cache, wanted, signal) }
  }

  /** What earlier versions stored. */
  async dropOutdated(): Promise<void> {
    const { caches } = this.#parts
    const cache = await this.#open()
    const kept = new Set([this.#roleKey, ...(await this.#wanted(cache)).map((file) => this.#keyOf(file))])
    for (const { url } of await cache.keys()) if (!kept.has(url)) await cache.delete(url)
    // Of the versions that used Workbox.
    for (const name of await caches.keys()) if (name.startsWith('workbox-')) await caches.delete(name)
  }

  /** Undefined for what is no file of the app. */
  fileAt(path: string): StoredFile | undefined {
    return this.#byPath.get(path)
  }

  /** The intact file, from here or from the network; otherwise whatever `request` gets. */
  async answer(file: StoredFile, request: Request): Promise<Response> {
    try {
      return await this.#read(file)
    } catch {
      return this.#parts.fetch(request)
    }
  }

  async #read(file: StoredFile): Promise<Response> {
    const cache = await this.#open()
    const stored = await this.#intact(cache, file)
    if (stored) return stored
    const response = await this.#fetchIntact(file)
    if ((await this.#wanted(cache)).includes(file))
      await cache.put(this.#keyOf(file), response.clone()).catch(() => undefined)
    return response
  }

  #open(): Promise<Cache> {
    return this.#parts.caches.open(CACHE)
  }

  async #wanted(cache: Cache): Promise<StoredFile[]> {
    const role = await (await cache.match(this.#roleKey))?.text()
    return this.#parts.files.filter(
      ({ neededBy }) => !neededBy || neededBy === 'everybody' || neededBy.some((one) => one === role),
    )
  }

  /** Signed out, or with another role, the screens of the former one go. */
  async #nameRole(cache: Cache, role: Role | undefined): Promise<void> {
    await cache.put(this.#roleKey, new Response(role ?? ''))
    const wanted = new Set(await this.#wanted(cache))
    for (const file of this.#parts.files) if (!wanted.has(file)) await cache.delete(this.#keyOf(file))
  }

  /** How many could not be stored. */
  async #store(cache: Cache, files: readonly StoredFile[], signal: AbortSignal): Promise<number> {
    const waiting = [...files]
    let missing = 0
    const storeNext = async (): Promise<void> => {
      const file = waiting.shift()
      if (!file) return
      try {
        if (!(await this.#intact(cache, file)))
          await cache.put(this.#keyOf(file), await this.#fetchIntact(file, signal))
      } catch {
        missing += 1
      }
      return storeNext()
    }
    await Promise.all(Array.from({ length: AT_ONCE }, storeNext))
    return missing
  }

  async #intact(cache: Cache, file: StoredFile): Promise<Response | undefined> {
    const stored = await cache.match(this.#keyOf(file))
    if (!stored) return undefined
    const digest = await crypto.subtle.digest('SHA-256', await stored.arrayBuffer())
    // Once more, for a body that nobody has read: Chromium keeps compiled code with it.
    if (btoa(String.fromCharCode(...new Uint8Array(digest))) === file.revision) return cache.match(this.#keyOf(file))
    await cache.delete(this.#keyOf(file))
    return undefined
  }

  /** Past the browser's own cache at the second try: the damaged copy may lie there. */
  async #fetchIntact(file: StoredFile, signal?: AbortSignal): Promise<Response> {
    const { fetch, origin } = this.#parts
    const url = new URL(`/${file.url}`, origin)
    const options = { integrity: `sha256-${file.revision}`, ...(signal && { signal }) }
    const get = async (how: RequestInit) => {
      const response = await fetch(url, { ...options, ...how })
      if (!response.ok) throw new Error(`${response.status} for ${file.url}`)
      return response
    }
    return get({}).catch(() => get({ cache: 'reload' }))
  }

  get #roleKey(): string {
    return `${this.#parts.origin}${ROLE_PATH}`
  }

  /** A file in assets has its content's hash in its name; of the others each version has its own. */
  #keyOf({ url, revision }: StoredFile): string {
    const address = `${this.#parts.origin}/${url}`
    return url.startsWith('assets/') ? address : `${address}?${encodeURIComponent(revision)}`
  }
}
