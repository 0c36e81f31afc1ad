import type { Role } from '#model'

/** One file of the built app, as the build lists it for the worker. */
export interface StoredFile {
  /** Without a leading slash. */
  url: string
  /** SHA-256 of its bytes, in base64. */
  revision: string
  /** Who can open a screen that needs it; absent: the app does not start without it. */
  neededBy?: 'everybody' | Role[]
}

/** What a page asks of a worker. */
export type WorkerRequest =
  /** Store what is missing for somebody with this role, file by file. The reply is a `StoreReply`. */
  | { type: 'STORE'; role: Role | undefined }
  /** Take over from the version that is running. No reply: the page hears `controllerchange`. */
  | { type: 'SKIP_WAITING' }

export interface StoreReply {
  total: number
  missing: number
}
