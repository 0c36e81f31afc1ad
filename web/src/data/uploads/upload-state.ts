import type { ApplicationDocument, FileType } from '#model'

/** Where the service takes uploads; one has its secret as the last part of its path. */
export const UPLOADS_PATH = '/api/uploads'

/** A file that is stored in this browser, in the form in which it is sent. */
export interface ChosenFile {
  /** As the person's device names it; it is never sent. */
  name: string
  type: FileType
  /** In bytes. */
  size: number
  /** A small JPEG as a `data:` URL; a PDF has none. */
  preview?: string
}

/** Why a file is not taken. The texts are `uploads.refused.<code>`. */
export type UploadRefusal =
  /** A PDF, or a picture after it was shrunk, of more than 5 MB. */
  | 'too_large'
  /** None of JPG, PNG and PDF by its first bytes, whatever its name says. */
  | 'not_a_document'
  /** A JPG or PNG that the browser cannot decode: cut off, or damaged. */
  | 'damaged'
  /** A HEIC picture that this browser cannot decode. */
  | 'heic_unreadable'
  /** More pixels than this device can decode. */
  | 'too_many_pixels'
  /** This device has no room for it. */
  | 'device_full'
  /** The application has 15 open uploads on the service. */
  | 'too_many_uploads'

/** Why a file that is stored here does not go up now. The texts are `uploads.waiting.<code>`. */
export type UploadWait =
  /** There is no network, or the line was cut. */
  | 'offline'
  /** An admin has closed the service for changes. */
  | 'maintenance'
  /** The service has no room. */
  | 'service_full'
  /** This network has sent very many files today. */
  | 'too_many_requests'
  /** The service does not answer, or answers with an error. */
  | 'service_failed'

/** `size` is that of the chosen file. */
interface RefusedFile {
  refusal: UploadRefusal
  name: string
  size: number
}

interface Kept {
  file: ChosenFile
  /** A file that was chosen to replace this one, and could not. */
  refusedReplacement?: RefusedFile
}

/** The state of one document's file; without a file there is none. `sent` counts the bytes that have arrived. */
export type UploadState =
  /** It is being read and made smaller. An earlier file is kept until then. */
  | { status: 'preparing'; name: string }
  | ({ status: 'waiting'; sent: number; wait: UploadWait } & Kept)
  | ({ status: 'uploading'; sent: number } & Kept)
  /** `at` is an ISO time. */
  | ({ status: 'uploaded'; at: string } & Kept)
  /** Nothing is stored here. */
  | ({ status: 'refused' } & RefusedFile)

export type UploadStates = Partial<Record<ApplicationDocument, UploadState>>
/** The secrets of the files that are up completely, as `POST /api/applications` takes them. */
export type UploadSecrets = Partial<Record<ApplicationDocument, string>>
