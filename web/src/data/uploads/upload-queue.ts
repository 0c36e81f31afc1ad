import { type ApplicationDocument, KEPT_FOR } from '#model'
import { hasChosenFiles, onChosenFiles } from '../local/chosen-files.ts'
import { accountOf } from '../local/session-state.ts'
import type { Environment } from '../platform/environment.ts'
import type { DataLayer } from '../runtime/data-layer.ts'
import { type FileRecord, type FileStore, openFileStore } from './file-store.ts'
import { browserPictures, type Pictures, prepareFile } from './prepare-file.ts'
import type { Sent } from './send-file.ts'
import {
  UPLOADS_PATH,
  type UploadRefusal,
  type UploadSecrets,
  type UploadState,
  type UploadStates,
  type UploadWait,
} from './upload-state.ts'

interface FilesOfApplication {
  states: UploadStates
  uploads: UploadSecrets
  isGoingUp: boolean
}

/** The files of applications in this browser. All pages know them, and one of them sends. */
export interface UploadQueue {
  subscribe(listener: () => void): () => void
  /** The same object until something changes. */
  of(application: string): FilesOfApplication
  choose(application: string, document: ApplicationDocument, file: File): Promise<void>
  remove(application: string, document: ApplicationDocument): Promise<void>
  sendAgain(application: string, documents: readonly ApplicationDocument[]): Promise<void>
  forget(application: string): Promise<void>
  close(): void
}

const NOTHING: FilesOfApplication = { states: {}, uploads: {}, isGoingUp: false }
const DAY_MS = 86_400_000
/** The service removes unused uploads a day later. */
const RENEWED_MS = (KEPT_FOR.uploadDays - 1) * DAY_MS
const WAIT_MS = { first: 1_000, longest: 60_000, longestAsked: 600_000 }

const keyOf = (application: string, document: ApplicationDocument) => `${application} ${document}`
const newSecret = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

const queues = new WeakMap<DataLayer, UploadQueue>()

export function uploadQueueOf(layer: DataLayer): UploadQueue {
  const known = queues.get(layer)
  if (known) return known
  const queue = openUploadQueue(layer)
  queues.set(layer, queue)
  return queue
}

/** A file that is being read, or that was refused here. An earlier file of the document may be stored. */
interface NotStored {
  application: string
  document: ApplicationDocument
  state: UploadState & { status: 'preparing' | 'refused' }
}

interface Needs extends Pick<DataLayer, 'environment' | 'sessionState'> {
  pictures?: Pictures
  /** Loaded late: most people never send a file. */
  loadSender?: () => Promise<Pick<typeof import('./send-file.ts'), 'sendFile'>>
}

export function openUploadQueue({
  environment,
  sessionState,
  pictures = browserPictures,
  loadSender = () => import('./send-file.ts'),
}: Needs): UploadQueue {
  const store = openFileStore(environment)
  const listeners = new Set<() => void>()
  const closed = new AbortController()
  const notStored = new Map<string, NotStored>()
  let records: readonly FileRecord[] = []
  const answers = new Map<string, FilesOfApplication>()

  function tell() {
    answers.clear()
    for (const listener of [...listeners]) listener()
  }

  let reads = 0
  let latest: Promise<void> = Promise.resolve()
  /** Resolves when what is stored now, or later, is shown. */
  function refresh() {
    latest = read()
    return latest
  }

  async function read(): Promise<void> {
    reads += 1
    const mine = reads
    const found = await store.all()
    if (mine !== reads) return latest
    records = found
    tell()
    // Another page has added a file while this one, which has the lock, waits before its next try.
    if (found.some((record) => isToSend(record) && record.wait === undefined)) sender.work()
  }

  const ageMs = (at: string) => environment.now().getTime() - Date.parse(at)
  const isUp = ({ uploadedAt }: FileRecord) => uploadedAt !== undefined && ageMs(uploadedAt) < RENEWED_MS
  const isToSend = (record: FileRecord) => record.refusal === undefined && !isUp(record)

  const sender = openSender({ environment, store, loadSender, isToSend, closed: closed.signal })

  async function start() {
    const old = (await store.all()).filter(({ chosenAt }) => ageMs(chosenAt) > KEPT_FOR.chosenFileDays * DAY_MS)
    if (old.length > 0) await store.remove(old.map(({ key }) => key))
    await refresh()
    sender.work()
  }

  const stopFollowing = [
    onChosenFiles(environment, () => {
      refresh().catch(() => undefined)
    }),
    environment.onWake((reason) => {
      if (reason !== 'offline') sender.work()
    }),
  ]
  // A storage that cannot be read has no files; choosing one says so.
  start().catch(() => undefined)

  const ownerNow = () => accountOf(sessionState.get())?.id

  /** Stops the service's copies as well, if there is a network; otherwise they go by themselves. */
  async function remove(keys: readonly string[]) {
    for (const key of keys) notStored.delete(key)
    const gone = (await store.all()).filter(({ key }) => keys.includes(key))
    if (gone.length > 0) await store.remove(keys)
    await refresh()
    forgetOnService(gone)
  }
  function forgetOnService(gone: readonly FileRecord[]) {
    for (const { secret, isBegun } of gone) if (isBegun) sender.forget(secret)
  }

  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    of(application) {
      const known = answers.get(application)
      if (known) return known
      const mine = records.filter((record) => record.application === application)
      const states: UploadStates = {}
      for (const record of mine) states[record.document] = stateOf(record, isUp(record))
      for (const one of notStored.values())
        if (one.application === application) states[one.document] = withNotStored(states[one.document], one.state)
      const up = mine.filter(({ document }) => states[document]?.status === 'uploaded')
      const answer: FilesOfApplication =
        Object.keys(states).length === 0
          ? NOTHING
          : {
              states,
              uploads: Object.fromEntries(up.map(({ document, secret }) => [document, secret])),
              isGoingUp: Object.values(states).some(({ status }) =>
                ['preparing', 'waiting', 'uploading'].includes(status),
              ),
            }
      answers.set(application, answer)
      return answer
    },

    async choose(application, document, chosen) {
      const key = keyOf(application, document)
      const { name, size } = chosen
      const owner = ownerNow()
      // A visitor who signs in is the same person.
      const hasLeft = () => owner !== undefined && ownerNow() !== owner
      const preparing: NotStored = { application, document, state: { status: 'preparing', name } }
      notStored.set(key, preparing)
      tell()
      const prepared = await prepareFile(chosen, pictures).catch(() => ({ refusal: 'damaged' }) as const)
      // The person has chosen again meanwhile, or removed it.
      if (notStored.get(key) !== preparing) return
      if (hasLeft()) return remove([key])
      const refuse = (refusal: UploadRefusal) => {
        notStored.set(key, { application, document, state: { status: 'refused', refusal, name, size } })
        tell()
      }
      if ('refusal' in prepared) return refuse(prepared.refusal)
      const chosenAt = environment.now().toISOString()
      const record = { key, application, document, file: prepared.file, chosenAt }
      try {
        const replaced = await store.put({ ...record, secret: newSecret(), isBegun: false, sent: 0 }, prepared.bytes)
        if (hasLeft()) return await remove([key])
        if (notStored.get(key) === preparing) notStored.delete(key)
        await refresh()
        if (replaced) forgetOnService([replaced])
      } catch {
        return refuse('device_full')
      }
      sender.work()
    },

    remove: (application, document) => remove([keyOf(application, document)]),

    async sendAgain(application, documents) {
      const wanted = documents.map((document) => keyOf(application, document))
      for (const record of await store.all()) if (wanted.includes(record.key)) await store.change(record, renewed)
      await refresh()
      sender.work()
    },

    async forget(application) {
      const mine = (await store.all()).filter((record) => record.application === application)
      // The service's copies belong to the application now.
      if (mine.length > 0) await store.remove(mine.map(({ key }) => key))
      for (const key of [...notStored.keys()]) if (key.startsWith(`${application} `)) notStored.delete(key)
      await refresh()
    },

    close() {
      closed.abort()
      for (const stop of stopFollowing) stop()
      sender.wake()
    },
  }
}

function stateOf({ file, sent, wait, uploadedAt, refusal }: FileRecord, isUp: boolean): UploadState {
  if (refusal !== undefined) return { status: 'refused', refusal, name: file.name, size: file.size }
  if (isUp && uploadedAt !== undefined) return { status: 'uploaded', file, at: uploadedAt }
  return wait === undefined ? { status: 'uploading', file, sent } : { status: 'waiting', file, sent, wait }
}

function withNotStored(stored: UploadState | undefined, state: NotStored['state']): UploadState {
  const isReplacement = state.status === 'refused' && stored !== undefined && 'file' in stored
  if (!isReplacement) return state
  const { status: _, ...refusedReplacement } = state
  return { ...stored, refusedReplacement }
}

function renewed({ uploadedAt, wait, ...record }: FileRecord): FileRecord {
  return { ...record, secret: newSecret(), isBegun: false, sent: 0 }
}

interface SenderNeeds {
  environment: Environment
  store: FileStore
  loadSender: NonNullable<Needs['loadSender']>
  isToSend: (record: FileRecord) => boolean
  closed: AbortSignal
}

/** Sends one file after the other, while no other page of this browser does. */
function openSender({ environment, store, loadSender, isToSend, closed }: SenderNeeds) {
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
    const loaded = await loadSender().catch(() => undefined)
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
