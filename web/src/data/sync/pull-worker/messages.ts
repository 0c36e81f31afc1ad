import type { StorageFailure } from '../../pouch/connections.ts'

/** What a page wants pulled, and from where to where. */
export interface PullJob {
  origin: string
  /** Behind the gate. */
  remote: string
  /** In this browser. */
  database: string
  batchSize: number
}

/** Of an error, what decides when and how the pull is tried again. */
export interface PullError {
  message: string
  status?: number
  problem?: string
}

/** What becomes of it; `begun` comes first, and nothing after `complete` or `failed`. */
export type PullEvent =
  | { type: 'begun' }
  /** The gate answers. */
  | { type: 'heard' }
  /** `written` since it began, `pending` still to come. */
  | { type: 'stored'; ids: string[]; written: number; pending: number }
  | { type: 'storage-failed'; failure: StorageFailure }
  | { type: 'complete' }
  | { type: 'failed'; error: PullError }
