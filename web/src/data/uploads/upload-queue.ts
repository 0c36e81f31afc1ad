import type { ApplicationDocument } from '#model'
import type { DataLayer } from '../runtime/data-layer.ts'
import type { UploadSecrets, UploadStates } from './upload-state.ts'

export interface FilesOfApplication {
  states: UploadStates
  uploads: UploadSecrets
  isGoingUp: boolean
}

/** The files of applications in this browser, and the pages' common work of sending them. */
export interface UploadQueue {
  subscribe(listener: () => void): () => void
  /** The same object until something changes. */
  of(application: string): FilesOfApplication
  choose(application: string, document: ApplicationDocument, file: File): Promise<void>
  remove(application: string, document: ApplicationDocument): Promise<void>
  preview(application: string, document: ApplicationDocument): Promise<Blob | undefined>
  sendAgain(application: string, documents: readonly ApplicationDocument[]): Promise<void>
  forget(application: string): Promise<void>
}

const NOTHING: FilesOfApplication = { states: {}, uploads: {}, isGoingUp: false }
const queues = new WeakMap<DataLayer, UploadQueue>()

export function uploadQueueOf(layer: DataLayer): UploadQueue {
  const known = queues.get(layer)
  if (known) return known
  const queue = openUploadQueue()
  queues.set(layer, queue)
  return queue
}

function openUploadQueue(): UploadQueue {
  const listeners = new Set<() => void>()
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    of: () => NOTHING,
    choose: async () => undefined,
    remove: async () => undefined,
    preview: async () => undefined,
    sendAgain: async () => undefined,
    forget: async () => undefined,
  }
}
