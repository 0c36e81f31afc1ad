import { FILES } from 'virtual:stored-files'
import { AppStore } from './app-store.ts'
import type { WorkerRequest } from './messages.ts'

declare const self: ServiceWorkerGlobalScope

/** How long storing the start may take: a bad mobile network brings its 170 kB at 2 kB/s. */
const START_MS = 90_000
/** How long an installation stores screens: a file that hangs must not delay the worker. Missing ones are stored later. */
const SCREENS_MS = 20_000
const PASS_MS = 180_000
const PAGE = '/index.html'
// The service itself answers these paths: the worker must never answer them from its cache.
const NOT_OURS = /^\/(db|api|dev|health)(\/|$|\.)/

const store = new AppStore({
  files: FILES,
  origin: self.location.origin,
  caches: self.caches,
  fetch: (input, init) => fetch(input, init),
})

self.addEventListener('install', (event) => {
  const install = async () => {
    await store.storeStart(AbortSignal.timeout(START_MS))
    await store.storeScreens(AbortSignal.timeout(SCREENS_MS))
  }
  event.waitUntil(install())
})

self.addEventListener('activate', (event) => {
  const activate = async () => {
    await store.dropOutdated()
    // Otherwise the page of the first visit would not find its screens when it loses the network.
    await self.clients.claim()
  }
  event.waitUntil(activate())
})

self.addEventListener('message', (event) => {
  const request: WorkerRequest = event.data
  if (request.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting())
  if (request.type === 'STORE') {
    const [port] = event.ports
    const storing = store.storeScreens(AbortSignal.timeout(PASS_MS), { named: request.role })
    event.waitUntil(storing.then((reply) => port?.postMessage(reply)))
  }
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin || NOT_OURS.test(pathname)) return
  if (request.mode === 'navigate') store.begin()
  const file = store.fileAt(pathname) ?? (request.mode === 'navigate' ? store.fileAt(PAGE) : undefined)
  if (file) event.respondWith(store.answer(file, request))
})
