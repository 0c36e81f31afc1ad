import i18next from 'i18next'
import { Workbox } from 'workbox-window'
import { onceReadyOffline } from '../../data/ready-offline.ts'
import { announce } from '../../ui/overlays/toasts.tsx'
import { offerUpdate } from '../update.ts'

/**
 * Stores the app on the device. Announces once that the network is no longer needed, and that a newer version waits.
 */
export async function registerServiceWorker(): Promise<void> {
  const worker = new Workbox('/sw.js')

  // A worker is active only once it has stored every file of the app.
  void onceReadyOffline(navigator.serviceWorker.ready, () => announce({ message: i18next.t('shell:worker.ready') }))
  worker.addEventListener('waiting', () => {
    const reload = () => {
      // Only the page that asked reloads; the others keep what they show until they are opened again.
      worker.addEventListener('controlling', () => location.reload())
      worker.messageSkipWaiting()
    }
    offerUpdate(reload)
    announce({
      message: i18next.t('shell:worker.update'),
      action: { label: i18next.t('shell:worker.reload'), onAction: reload },
    })
  })

  // An unreachable sw.js is a phone without network: the next visit tries again.
  await worker.register().catch(() => undefined)
}
