import type { StorageTrouble } from '../local/storage-health.ts'
import type { ConnectionReport } from './connection-report.ts'

/** What the pages of one browser tell each other. */
type PageMessage =
  | { type: 'touched'; ids: readonly string[] }
  | { type: 'wake'; reason: 'visible' | 'write' }
  | { type: 'report'; report: ConnectionReport }
  | { type: 'report-wanted' }
  | { type: 'storage'; trouble: StorageTrouble | undefined }
  | { type: 'ping' }
  /** `isHandedOver`: it led, and whoever asked is to. */
  | { type: 'pong'; isHandedOver?: boolean }

export interface PageChannel {
  post(message: PageMessage): void
  subscribe(listener: (message: PageMessage) => void): () => void
  close(): void
}

export function openPageChannel(channel: BroadcastChannel | undefined): PageChannel {
  const listeners = new Set<(message: PageMessage) => void>()
  // Only our own pages can post here; after an update an older one may say things we do not know, which no listener matches.
  channel?.addEventListener('message', ({ data }: MessageEvent<PageMessage>) => {
    for (const listener of [...listeners]) listener(data)
  })
  let isClosed = false
  return {
    post(message) {
      // Work that ends after the page was closed has nobody to tell.
      if (!isClosed) channel?.postMessage(message)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      isClosed = true
      channel?.close()
    },
  }
}
