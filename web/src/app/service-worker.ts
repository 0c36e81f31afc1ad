import i18next from 'i18next'
import { useSyncExternalStore } from 'react'
import { onceReadyOffline } from '../data/ready-offline.ts'
import { announce } from '../ui/overlays/toasts.tsx'

let reload: (() => void) | undefined
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** How to move to the new version, once one waits; asked for, never done behind one's back. */
export const useUpdate = (): (() => void) | undefined => useSyncExternalStore(subscribe, () => reload)

/** Stores the app on the device. Says once that nothing needs the network any more, and quietly that a newer one waits. */
export async function registerServiceWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const { Workbox } = await import('workbox-window')
  const worker = new Workbox('/sw.js')

  // A worker is active only once it has stored every file of the app.
  void onceReadyOffline(navigator.serviceWorker.ready, () => announce({ message: i18next.t('shell:worker.ready') }))
  worker.addEventListener('waiting', () => {
    reload = () => {
      // Only the page that asked reloads; the others keep what they show until they are opened again.
      worker.addEventListener('controlling', () => location.reload())
      worker.messageSkipWaiting()
    }
    for (const listener of listeners) listener()
    announce({
      message: i18next.t('shell:worker.update'),
      action: { label: i18next.t('shell:worker.reload'), onAction: () => reload?.() },
    })
  })

  // An unreachable sw.js is a phone without network: the next visit tries again.
  await worker.register().catch(() => undefined)
}
