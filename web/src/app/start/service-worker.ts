import i18next from 'i18next'
import { messageSW } from 'workbox-window'
import type { Role } from '#model'
import { networkAgain, waitAfter } from '../../data/network-again.ts'
import { onceReadyOffline } from '../../data/ready-offline.ts'
import { currentRole, followRole } from '../../data/session-role.ts'
import { noteStoredApp, onceAppStored } from '../../data/stored-app.ts'
import type { StoreReply, WorkerRequest } from '../../service-worker/messages.ts'
import { announce } from '../../ui/overlays/toasts.tsx'
import { offerUpdate } from '../update.ts'

/** How long a worker may take to reply: longer than it tries in one pass. */
const REPLY_MS = 200_000
/**
 * After this many failed tries to store all its files, a new version is offered anyway, because a file may be blocked for
 * good.
 */
const TRIES_BEFORE_OFFER = 3

/**
 * Stores the app on the device. Announces once that it works offline, and in a toast that a newer version is ready.
 */
export function keepAppStored(): void {
  void onceReadyOffline(onceAppStored(), () => announce({ message: i18next.t('shell:worker.ready') }))
  let isUpdateWatched = false
  let passes = 0
  followRole((role) => {
    passes += 1
    const pass = passes
    const store = async () => {
      const registration = await navigator.serviceWorker.register('/sw.js')
      const worker = await activeOf(registration)
      if (!isUpdateWatched) watchForUpdates(registration)
      isUpdateWatched = true
      return askToStore(worker, role)
    }
    void repeatUntilStored(store, () => pass !== passes)
  })
}

/** Tries again until nothing is missing: after growing pauses, or as soon as the network is back. */
async function repeatUntilStored(store: () => Promise<StoreReply>, isOver: () => boolean) {
  for (let tries = 0; !isOver(); tries += 1) {
    const missing = await store().then(
      (reply) => reply.missing,
      () => undefined,
    )
    if (isOver()) return
    if (missing === 0) return noteStoredApp({ state: 'stored' })
    noteStoredApp(missing === undefined ? { state: 'not-stored' } : { state: 'incomplete', missing })
    await networkAgain(waitAfter(tries))
  }
}

/** Rejects if the installation fails, because a file of the start could not be stored. */
async function activeOf({ active, installing, waiting }: ServiceWorkerRegistration): Promise<ServiceWorker> {
  const worker = active ?? installing ?? waiting
  if (!worker) throw new Error('there is no worker')
  return active ?? onceState(worker, 'activated')
}

const onceState = (worker: ServiceWorker, wanted: 'installed' | 'activated') =>
  new Promise<ServiceWorker>((resolve, reject) => {
    const look = () => {
      if (worker.state === 'redundant') reject(new Error('the worker could not be installed'))
      if (worker.state === wanted || worker.state === 'activated') resolve(worker)
    }
    worker.addEventListener('statechange', look)
    look()
  })

const ask = (worker: ServiceWorker, request: WorkerRequest) => messageSW(worker, request)

/** Rejects when the worker does not reply in time. */
const askToStore = async (worker: ServiceWorker, role: Role | undefined): Promise<StoreReply> => {
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error('the worker does not reply')), REPLY_MS),
  )
  return Promise.race([ask(worker, { type: 'STORE', role }), late])
}

function watchForUpdates(registration: ServiceWorkerRegistration) {
  const { serviceWorker } = navigator
  let taken = serviceWorker.controller
  const reload = () => {
    const { waiting } = registration
    // If another page has activated the new version already, there is nothing to wait for.
    if (!waiting) return location.reload()
    serviceWorker.addEventListener('controllerchange', () => location.reload())
    void ask(waiting, { type: 'SKIP_WAITING' })
  }
  const offer = () => {
    offerUpdate(reload)
    announce({
      message: i18next.t('shell:worker.update'),
      action: { label: i18next.t('shell:worker.reload'), onAction: reload },
    })
  }
  const offerOnceStored = async (worker: ServiceWorker) => {
    const isInstalled = await onceState(worker, 'installed').then(
      () => true,
      () => false,
    )
    // The first version replaces nothing, so it is not offered.
    if (!isInstalled || !registration.active || registration.active === worker) return
    for (let tries = 0; tries < TRIES_BEFORE_OFFER && worker.state === 'installed'; tries += 1) {
      const reply = await askToStore(worker, currentRole()).catch(() => undefined)
      if (reply?.missing === 0) break
      await networkAgain(waitAfter(tries))
    }
    offer()
  }
  const coming = registration.waiting ?? registration.installing
  if (coming) void offerOnceStored(coming)
  registration.addEventListener('updatefound', () => {
    if (registration.installing) void offerOnceStored(registration.installing)
  })
  // Only the page that asked reloads; the others keep what they show, and offer to reload.
  serviceWorker.addEventListener('controllerchange', () => {
    if (taken) offerUpdate(reload)
    taken = serviceWorker.controller
  })
}
