import type { StorageTrouble } from '../local/storage-health.ts'
import type { ConnectionReport } from './connection-report.ts'

/** Messages between the pages of one browser. */
type PageMessage =
  | { type: 'touched'; ids: readonly string[] }
  | { type: 'wake'; reason: 'visible' | 'write' }
  /** A screen that shows prices has been opened. */
  | { type: 'catalogue-look' }
  | { type: 'report'; report: ConnectionReport }
  | { type: 'report-wanted' }
  | { type: 'storage'; trouble: StorageTrouble | undefined }
  | { type: 'ping' }
  /** `isHandedOver`: the sender led, and the page that asked takes over. */
  | { type: 'pong'; isHandedOver?: boolean }

export interface PageChannel {
  post(message: PageMessage): void
  subscribe(listener: (message: PageMessage) => void): () => void
  close(): void
}

export function openPageChannel(channel: BroadcastChannel | undefined): PageChannel {
  const listeners = new Set<(message: PageMessage) => void>()
  // Only our own pages can post here; after an update an older page may send types that we do not know, which no
  // listener matches.
  channel?.addEventListener('message', ({ data }: MessageEvent<PageMessage>) => {
    for (const listener of [...listeners]) listener(data)
  })
  let isClosed = false
  return {
    post(message) {
      // Work may end after the page was closed; then there is nobody to tell.
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
