import type { StorageFailure } from '../../pouch/connections.ts'

/** The databases that a page wants to be pulled, from where and into which one. */
export interface PullJob {
  origin: string
  /** The name of the database behind the gate. */
  remote: string
  /** The name of the database in this browser. */
  database: string
  batchSize: number
}

/** The parts of an error that decide when and how the pull is tried again. */
export interface PullError {
  message: string
  status?: number
  problem?: string
}

/** The progress of a pull; `begun` comes first, and nothing comes after `complete` or `failed`. */
export type PullEvent =
  | { type: 'begun' }
  /** Data of the gate arrived. */
  | { type: 'heard' }
  /** `written`: documents since the pull began; `pending`: documents still to come. */
  | { type: 'stored'; ids: string[]; written: number; pending: number }
  | { type: 'storage-failed'; failure: StorageFailure }
  | { type: 'complete' }
  | { type: 'failed'; error: PullError }
