import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Role } from '#model'
import { AppStore } from './app-store.ts'
import type { StoredFile } from './messages.ts'

const ORIGIN = 'https://mogra.example'
const patience = () => AbortSignal.timeout(5000)

/** A cache like the browser's, whose contents a test can read. */
class CacheHere {
  readonly held = new Map<string, string>()
  async match(key: string) {
    const text = this.held.get(key)
    return text === undefined ? undefined : new Response(text)
  }
  async put(key: string, response: Response) {
    this.held.set(key, await response.text())
  }
  async delete(key: string) {
    return this.held.delete(key)
  }
  async keys() {
    return [...this.held.keys()].map((url) => ({ url }))
  }
}

const fileOf = (url: string, text: string, neededBy?: 'everybody' | Role[]): StoredFile => ({
  ...{ url, revision: createHash('sha256').update(text).digest('base64') },
  ...(neededBy && { neededBy }),
})

const START = fileOf('assets/start.js', 'the start')
const CHECKOUT = fileOf('assets/checkout.js', 'the checkout', 'everybody')
const ABOUT = fileOf('assets/about.js', 'about', 'everybody')
const DUTY = fileOf('assets/duty.js', 'the duty', ['PARTNER'])
const FILES = [START, CHECKOUT, ABOUT, DUTY]

/** Opens a store with a network that serves these texts; a request that does not avoid `browserCache` gets its texts first. */
function openStore(served: Record<string, string>, browserCache: Record<string, string> = {}) {
  const cache = new CacheHere()
  const names = ['mogra-app', 'workbox-precache-v2-https://mogra.example/']
  const caches = {
    open: async () => cache,
    keys: async () => names,
    delete: async (name: string) => names.splice(names.indexOf(name), 1).length > 0,
  } as unknown as CacheStorage
  const fetch = async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const name = new URL(input instanceof Request ? input.url : input).pathname.slice(1)
    const text = (init.cache !== 'reload' && browserCache[name]) || served[name]
    if (text === undefined) throw new TypeError('Failed to fetch')
    const digest = createHash('sha256').update(text).digest('base64')
    if (init.integrity && init.integrity !== `sha256-${digest}`) throw new TypeError('Failed to fetch')
    return new Response(text)
  }
  const open = (files: readonly StoredFile[] = FILES) => new AppStore({ files, origin: ORIGIN, caches, fetch })
  const heldNames = () => [...cache.held.keys()].filter((key) => key.endsWith('.js')).map((key) => key.split('/').pop())
  return { store: open(), open, cache, names, heldNames }
}
const ALL = { [START.url]: 'the start', [CHECKOUT.url]: 'the checkout', [ABOUT.url]: 'about', [DUTY.url]: 'the duty' }
const read = async (store: AppStore, file: StoredFile) =>
  (await store.answer(file, new Request(`${ORIGIN}/${file.url}`))).text()

test('a damaged file makes storing the start fail, while a missing screen does not stop the other screens', async () => {
  const { store } = openStore({ ...ALL, [START.url]: 'the st' })
  await expect(store.storeStart(patience())).rejects.toThrow('1 files')

  const { [CHECKOUT.url]: _, ...withoutCheckout } = ALL
  const other = openStore(withoutCheckout)
  await other.store.storeStart(patience())
  expect(await other.store.storeScreens(patience())).toEqual({ total: 3, missing: 1 })
  expect(other.heldNames()).toEqual(['start.js', 'about.js'])
})

test('a start fetches a damaged file again, past the browser’s own cache', async () => {
  const { store, cache } = openStore(ALL, { [START.url]: 'the st' })
  await store.storeStart(patience())
  expect(await read(store, START)).toBe('the start')
  cache.held.set(`${ORIGIN}/${START.url}`, 'the st')
  expect(await read(store, START)).toBe('the st')
  store.begin()
  expect(await read(store, START)).toBe('the start')
  expect(cache.held.get(`${ORIGIN}/${START.url}`)).toBe('the start')
})

test('without a network an intact file is returned, and a damaged one is not', async () => {
  const { store, cache } = openStore({})
  cache.held.set(`${ORIGIN}/${START.url}`, 'the st')
  cache.held.set(`${ORIGIN}/${ABOUT.url}`, 'about')
  await expect(read(store, START)).rejects.toThrow('Failed to fetch')
  expect(await read(store, ABOUT)).toBe('about')
})

test('the screens of a role are stored when somebody signs in with it, and deleted when they sign out', async () => {
  const { store, open, heldNames } = openStore(ALL)
  await store.storeScreens(patience())
  expect(heldNames()).not.toContain('duty.js')
  expect(await read(store, DUTY)).toBe('the duty')
  expect(heldNames()).not.toContain('duty.js')

  expect(await store.storeScreens(patience(), { named: 'PARTNER' })).toEqual({ total: 4, missing: 0 })
  expect(heldNames()).toContain('duty.js')

  // The next version knows the role before a page tells it.
  expect((await open([DUTY]).storeScreens(patience())).total).toBe(1)

  await store.storeScreens(patience(), { named: undefined })
  expect(heldNames()).not.toContain('duty.js')
})

test('a start does not compare again what this worker stored, and fetches what is gone', async () => {
  const { store, cache } = openStore(ALL)
  await store.storeScreens(patience(), { named: 'PARTNER' })
  const compared: string[] = []
  const { match } = cache
  cache.match = (key) => {
    if (key.endsWith('.js')) compared.push(key)
    return match.call(cache, key)
  }
  store.begin()
  cache.held.delete(`${ORIGIN}/${ABOUT.url}`)
  expect(await store.storeScreens(patience(), { named: 'PARTNER' })).toEqual({ total: 4, missing: 0 })
  expect(compared).toEqual([])
  expect(cache.held.get(`${ORIGIN}/${ABOUT.url}`)).toBe('about')
})

test('the next worker finds a damaged file that no start reads', async () => {
  const { store, open, cache } = openStore(ALL)
  await store.storeScreens(patience())
  cache.held.set(`${ORIGIN}/${ABOUT.url}`, 'abo')
  await open().storeScreens(patience())
  expect(cache.held.get(`${ORIGIN}/${ABOUT.url}`)).toBe('about')
})

test('a device whose storage is full still says that everything is stored', async () => {
  const { store, cache } = openStore(ALL)
  await store.storeScreens(patience(), { named: 'PARTNER' })
  cache.put = async () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }
  expect(await store.storeScreens(patience(), { named: 'PARTNER' })).toEqual({ total: 4, missing: 0 })
})

test('a version that takes over deletes the files that only earlier versions had', async () => {
  const { store, open, cache, names, heldNames } = openStore({ ...ALL, 'favicon.svg': 'two' })
  cache.held.set(`${ORIGIN}/favicon.svg?one`, 'one')
  await store.storeScreens(patience())
  const icon = fileOf('favicon.svg', 'two', 'everybody')
  const next = open([START, CHECKOUT, icon])
  await next.storeScreens(patience())
  expect(heldNames()).toContain('about.js')
  await next.dropOutdated()
  expect(heldNames()).toEqual(['start.js', 'checkout.js'])
  expect([...cache.held.values()]).toContain('two')
  expect([...cache.held.values()]).not.toContain('one')
  expect(names).toEqual(['mogra-app'])
})
