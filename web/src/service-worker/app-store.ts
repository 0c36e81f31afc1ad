import type { Role } from '#model'
import type { StoredFile, StoreReply } from './messages.ts'

const CACHE = 'mogra-app'
/** The cache key of the role whose screens are stored: the next version reads it before a page can tell it the role. */
const ROLE_PATH = '/stored-for'
/**
 * Concurrent requests: few, because the open page uses the same network, and because a browser keeps their connections:
 * when the network comes back behind dead ones, each of them has to fail before a request gets through.
 */
const AT_ONCE = 2

interface Parts {
  files: readonly StoredFile[]
  origin: string
  caches: CacheStorage
  fetch: typeof globalThis.fetch
}

/**
 * The built app on this device. The first time that a start reads a file, it is compared with the digest of the build: one
 * that was cut off or replaced is deleted and fetched again, so that the app never starts from a damaged copy. Files that
 * no start reads are compared once by each worker.
 */
export class AppStore {
  readonly #parts: Parts
  readonly #byPath: Map<string, StoredFile>
  /** The files that were compared or stored since the last start: a start reads many of them three times. */
  readonly #compared = new Set<StoredFile>()
  /** The files that this worker compared or stored: to compare all of them is a third of what a start costs. */
  readonly #known = new Set<StoredFile>()

  constructor(parts: Parts) {
    this.#parts = parts
    this.#byPath = new Map(parts.files.map((file) => [`/${file.url}`, file]))
  }

  /** Stores every file that an offline start needs; rejects if one cannot be stored. */
  async storeStart(signal: AbortSignal): Promise<void> {
    const cache = await this.#open()
    const start = this.#parts.files.filter(({ neededBy }) => !neededBy)
    const missing = await this.#store(cache, start, signal)
    if (missing > 0) throw new Error(`${missing} files of the start could not be stored`)
  }

  /**
   * Stores the files that this role needs, or without `role` those of the role that was named last. A file that fails
   * does not stop the others.
   */
  async storeScreens(signal: AbortSignal, role?: { named: Role | undefined }): Promise<StoreReply> {
    const cache = await this.#open()
    if (role) await this.#nameRole(cache, role.named)
    const wanted = await this.#wanted(cache)
    return { total: wanted.length, missing: await this.#store(cache, wanted, signal) }
  }

  /** Deletes what only earlier versions stored. */
  async dropOutdated(): Promise<void> {
    const { caches } = this.#parts
    const cache = await this.#open()
    const kept = new Set([this.#roleKey, ...(await this.#wanted(cache)).map((file) => this.#keyOf(file))])
    for (const { url } of await cache.keys()) if (!kept.has(url)) await cache.delete(url)
    // Earlier versions stored the app with Workbox, in caches of its own.
    for (const name of await caches.keys()) if (name.startsWith('workbox-')) await caches.delete(name)
  }

  /** A page starts: its files are compared again. */
  begin(): void {
    this.#compared.clear()
  }

  /** Returns undefined if the path is no file of the app. */
  fileAt(path: string): StoredFile | undefined {
    return this.#byPath.get(path)
  }

  /** Returns the intact file, from the cache or the network; if neither has it, the network's answer to `request`. */
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
      await this.#keep(cache, file, response.clone()).catch(() => undefined)
    return response
  }

  #open(): Promise<Cache> {
    return this.#parts.caches.open(CACHE)
  }

  async #wanted(cache: Cache): Promise<StoredFile[]> {
    const role = await this.#namedRole(cache)
    return this.#parts.files.filter(
      ({ neededBy }) => !neededBy || neededBy === 'everybody' || neededBy.some((one) => one === role),
    )
  }

  /** Returns the role that was named last; empty for nobody, undefined if none was named yet. */
  async #namedRole(cache: Cache): Promise<string | undefined> {
    return (await cache.match(this.#roleKey))?.text()
  }

  /** After a sign-out or a change of role, deletes the screens of the former role. */
  async #nameRole(cache: Cache, role: Role | '' = ''): Promise<void> {
    // Nothing is written without a need: on a full storage that would fail.
    if ((await this.#namedRole(cache)) === role) return
    await cache.put(this.#roleKey, new Response(role))
    const wanted = new Set(await this.#wanted(cache))
    for (const file of this.#parts.files) if (!wanted.has(file)) await cache.delete(this.#keyOf(file))
  }

  /** Stores the files that are not stored intact yet; returns how many could not be stored. */
  async #store(cache: Cache, files: readonly StoredFile[], signal: AbortSignal): Promise<number> {
    const here = new Set((await cache.keys()).map(({ url }) => url))
    const isStored = async (file: StoredFile) =>
      here.has(this.#keyOf(file)) && (this.#known.has(file) || (await this.#intact(cache, file)) !== undefined)
    const waiting = [...files]
    let missing = 0
    const storeNext = async (): Promise<void> => {
      const file = waiting.shift()
      if (!file) return
      try {
        if (!(await isStored(file))) await this.#keep(cache, file, await this.#fetchIntact(file, signal))
      } catch {
        missing += 1
      }
      return storeNext()
    }
    await Promise.all(Array.from({ length: AT_ONCE }, storeNext))
    return missing
  }

  async #keep(cache: Cache, file: StoredFile, intact: Response): Promise<void> {
    await cache.put(this.#keyOf(file), intact)
    this.#add(file)
  }

  #add(file: StoredFile) {
    this.#compared.add(file)
    this.#known.add(file)
  }

  async #intact(cache: Cache, file: StoredFile): Promise<Response | undefined> {
    const stored = await cache.match(this.#keyOf(file))
    if (!stored || this.#compared.has(file)) return stored
    const digest = await crypto.subtle.digest('SHA-256', await stored.arrayBuffer())
    // Matched again, because a body can be read only once. A response made of its bytes would lack the compiled code that
    // Chromium keeps with the cached one.
    if (btoa(String.fromCharCode(...new Uint8Array(digest))) === file.revision) {
      this.#add(file)
      return cache.match(this.#keyOf(file))
    }
    await cache.delete(this.#keyOf(file))
    return undefined
  }

  /** The second try goes past the browser's own cache, which may hold the damaged copy. */
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

  /** The name of a file in `assets` has a hash of its contents; any other file gets a copy for each version. */
  #keyOf({ url, revision }: StoredFile): string {
    const address = `${this.#parts.origin}/${url}`
    return url.startsWith('assets/') ? address : `${address}?${encodeURIComponent(revision)}`
  }
}
