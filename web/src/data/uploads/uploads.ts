import { useMemo, useSyncExternalStore } from 'react'
import type { ApplicationDocument } from '#model'
import { currentDataLayer } from '../runtime/current-data-layer.ts'
import { uploadQueueOf } from './upload-queue.ts'
import type { UploadSecrets, UploadStates } from './upload-state.ts'

/** The files of one application, by its ULID: the same that is submitted later. */
export interface Uploads {
  states: UploadStates
  /** For the submission. */
  uploads: UploadSecrets
  /** Whether a file that is stored here is not up yet. */
  isGoingUp: boolean
  /** Reads, shrinks and stores the file, and sends it when the network allows. Replaces the document's earlier file. */
  choose: (document: ApplicationDocument, file: File) => Promise<void>
  /** Stops the upload and forgets the file. */
  remove: (document: ApplicationDocument) => Promise<void>
}

/** The files of the application with this ULID, kept up to date. */
export function useUploads(application: string): Uploads {
  const queue = uploadQueueOf(currentDataLayer())
  const current = useSyncExternalStore(queue.subscribe, () => queue.of(application))
  return useMemo(
    () => ({
      ...current,
      choose: (document, file) => queue.choose(application, document, file),
      remove: (document) => queue.remove(application, document),
    }),
    [queue, application, current],
  )
}

/** Outside of a screen: for the code that submits an application whose files are still going up. */
export const uploads = {
  of: (application: string) => uploadQueueOf(currentDataLayer()).of(application),
  subscribe: (listener: () => void) => uploadQueueOf(currentDataLayer()).subscribe(listener),
  /** The service no longer has these files (422 at the submission): they are sent once more. */
  sendAgain: (application: string, documents: readonly ApplicationDocument[]) =>
    uploadQueueOf(currentDataLayer()).sendAgain(application, documents),
  /** After the submission. */
  forget: (application: string) => uploadQueueOf(currentDataLayer()).forget(application),
}
