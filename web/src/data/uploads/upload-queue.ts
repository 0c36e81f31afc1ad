import { type ApplicationDocument, KEPT_FOR } from '#model'
import { onChosenFiles } from '../local/chosen-files.ts'
import { accountOf } from '../local/session-state.ts'
import { newSecret } from '../platform/random-id.ts'
import type { DataLayer } from '../runtime/data-layer.ts'
import { type FileRecord, openFileStore } from './file-store.ts'
import { browserPictures, type Pictures, prepareFile } from './prepare-file.ts'
import { openUploadSender, renewed } from './upload-sender.ts'
import type { UploadRefusal, UploadSecrets, UploadState, UploadStates } from './upload-state.ts'

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

const keyOf = (application: string, document: ApplicationDocument) => `${application} ${document}`

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
}

export function openUploadQueue({ environment, sessionState, pictures = browserPictures }: Needs): UploadQueue {
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

  const sender = openUploadSender({ environment, store, isToSend, closed: closed.signal })

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
