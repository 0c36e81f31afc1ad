import { hasChosenFiles } from '../local/chosen-files.ts'
import type { Environment } from '../platform/environment.ts'
import { newSecret } from '../platform/random-id.ts'
import type { FileRecord, FileStore } from './file-store.ts'
import type { Sent } from './send-file.ts'
import { UPLOADS_PATH, type UploadWait } from './upload-state.ts'

const WAIT_MS = { first: 1_000, longest: 60_000, longestAsked: 600_000 }

/** The file as one that the service has nothing of. */
export function renewed({ uploadedAt, wait, ...record }: FileRecord): FileRecord {
  return { ...record, secret: newSecret(), isBegun: false, sent: 0 }
}

interface SenderNeeds {
  environment: Environment
  store: FileStore
  isToSend: (record: FileRecord) => boolean
  closed: AbortSignal
}

/** Sends one file after the other, while no other page of this browser does. */
export function openUploadSender({ environment, store, isToSend, closed }: SenderNeeds) {
  let isWanted = false
  let isWorking = false
  let wake = () => {}

  async function loop() {
    if (isWorking) return
    isWorking = true
    try {
      while (isWanted && !closed.aborted) {
        isWanted = false
        await withLock(sendAll)
      }
    } finally {
      isWorking = false
    }
  }

  /** Two pages that sent the same file would do no harm, but cost twice the data. */
  async function withLock(work: () => Promise<void>) {
    const { locks, name } = environment
    await (locks ? locks.request(`${name}-uploads`, { signal: closed }, work) : work())
  }

  async function sendAll() {
    for (let tries = 0; !closed.aborted; ) {
      const record = (await store.all()).find(isToSend)
      if (!record) return
      const sent = await send(record)
      if (sent.is !== 'waiting') {
        tries = 0
        continue
      }
      await note(sent.wait)
      const ownMs = Math.min(WAIT_MS.first * 2 ** tries, WAIT_MS.longest)
      tries += 1
      await pause(Math.max(ownMs, Math.min(sent.retryAfterMs ?? 0, WAIT_MS.longestAsked)))
    }
  }

  async function send(found: FileRecord): Promise<Sent> {
    // A copy that the service may have removed has another name when it is sent once more.
    const record = found.uploadedAt === undefined ? found : await store.change(found, renewed)
    const bytes = record && (await store.bytes(record.key))
    if (!record) return { is: 'gone' }
    if (!bytes) {
      await store.remove([record.key])
      return { is: 'gone' }
    }
    if (!environment.isOnline()) return { is: 'waiting', wait: 'offline' }
    // Loaded late: most people never send a file.
    const loaded = await import('./send-file.ts').catch(() => undefined)
    if (!loaded) return { is: 'waiting', wait: 'offline' }
    const begun = await store.change(record, ({ wait, ...rest }) => ({ ...rest, isBegun: true }))
    if (!begun) return { is: 'gone' }
    const arrived = async (bytesSent: number) =>
      (await store.change(record, (before) => ({ ...before, sent: bytesSent }))) !== undefined
    const sent = await loaded.sendFile({ environment, record, bytes, arrived })
    if (sent.is === 'done')
      await store.change(record, (before) => ({
        ...before,
        sent: before.file.size,
        uploadedAt: environment.now().toISOString(),
      }))
    if (sent.is === 'refused') await store.change(record, (before) => ({ ...before, refusal: sent.refusal }))
    if (sent.is === 'taken') await store.change(record, renewed)
    return sent
  }

  async function note(wait: UploadWait) {
    for (const record of await store.all())
      if (isToSend(record) && record.wait !== wait) await store.change(record, (before) => ({ ...before, wait }))
  }

  /** Ends early when the network is back, the page is shown again, or the person chooses a file. */
  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(end, ms)
      function end() {
        clearTimeout(timer)
        resolve()
      }
      wake = end
    })
  }

  return {
    work() {
      if (!hasChosenFiles(environment)) return
      isWanted = true
      wake()
      // Another page may hold the lock until this one is closed.
      loop().catch(() => undefined)
    },
    wake: () => wake(),
    /** Best effort: the service removes unused uploads by itself. */
    forget(secret: string) {
      environment
        .fetch(`${environment.origin}${UPLOADS_PATH}/${secret}`, {
          method: 'DELETE',
          headers: { 'Tus-Resumable': '1.0.0' },
        })
        .catch(() => undefined)
    },
  }
}
