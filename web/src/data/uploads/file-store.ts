import type { ApplicationDocument } from '#model'
import { announceChosenFiles, filesDatabaseOf, hasChosenFiles } from '../local/chosen-files.ts'
import type { Environment } from '../platform/environment.ts'
import type { ChosenFile, UploadRefusal, UploadWait } from './upload-state.ts'

/** One chosen file; its bytes lie beside it, so that its progress can be written without them. */
export interface FileRecord {
  /** `<application> <document>`. */
  key: string
  application: string
  document: ApplicationDocument
  file: ChosenFile
  /** The service's name for the upload, and the right to it. */
  secret: string
  chosenAt: string
  /** Whether the service may know the upload. */
  isBegun: boolean
  /** The bytes that have arrived. */
  sent: number
  /** Absent while it goes up. */
  wait?: UploadWait
  uploadedAt?: string
  /** The service's; such a file has no bytes here. */
  refusal?: UploadRefusal
}

export interface FileStore {
  all(): Promise<FileRecord[]>
  bytes(key: string): Promise<ArrayBuffer | undefined>
  /** Returns the record that had its place; undefined if there was none. Throws if there is no room: that one stays. */
  put(record: FileRecord, bytes: ArrayBuffer): Promise<FileRecord | undefined>
  /**
   * Returns the changed record; undefined if it is gone, or another file has its place: then it has another secret.
   */
  change(
    of: Pick<FileRecord, 'key' | 'secret'>,
    change: (record: FileRecord) => FileRecord,
  ): Promise<FileRecord | undefined>
  remove(keys: readonly string[]): Promise<void>
}

const RECORDS = 'records'
const BYTES = 'bytes'

/**
 * A connection lives for one transaction: there are few, and so nothing blocks the deletion at sign-out, and no
 * connection is lost.
 */
export function openFileStore(environment: Environment): FileStore {
  async function run<T>(
    mode: IDBTransactionMode,
    work: (records: IDBObjectStore, bytes: IDBObjectStore, give: (value: T) => void) => void,
  ): Promise<T | undefined> {
    const db = await open(filesDatabaseOf(environment))
    try {
      return await new Promise<T | undefined>((resolve, reject) => {
        const transaction = db.transaction([RECORDS, BYTES], mode)
        let result: T | undefined
        transaction.oncomplete = () => resolve(result)
        transaction.onabort = () => reject(transaction.error ?? new Error('the transaction was aborted'))
        work(transaction.objectStore(RECORDS), transaction.objectStore(BYTES), (value) => {
          result = value
        })
      })
    } finally {
      db.close()
    }
  }

  /** Writes, and tells all pages. */
  async function write<T>(work: Parameters<typeof run<T>>[1]): Promise<T | undefined> {
    let left = 0
    const result = await run<T>('readwrite', (records, bytes, give) => {
      work(records, bytes, give)
      const count = records.count()
      count.onsuccess = () => {
        left = count.result
      }
    })
    announceChosenFiles(environment, left > 0)
    return result
  }

  return {
    async all() {
      if (!hasChosenFiles(environment)) return []
      const found = await run<FileRecord[]>('readonly', (records, _bytes, give) => {
        const all: IDBRequest<FileRecord[]> = records.getAll()
        all.onsuccess = () => give(all.result)
      })
      return found ?? []
    },

    bytes: (key) =>
      run<ArrayBuffer>('readonly', (_records, bytes, give) => {
        const one: IDBRequest<ArrayBuffer> = bytes.get(key)
        one.onsuccess = () => give(one.result)
      }),

    put: (record, content) =>
      write<FileRecord>((records, bytes, give) => {
        const before: IDBRequest<FileRecord | undefined> = records.get(record.key)
        before.onsuccess = () => {
          if (before.result) give(before.result)
        }
        records.put(record)
        bytes.put(content, record.key)
      }),

    change: ({ key, secret }, change) =>
      write<FileRecord>((records, bytes, give) => {
        const one: IDBRequest<FileRecord | undefined> = records.get(key)
        one.onsuccess = () => {
          if (one.result?.secret !== secret) return
          const next = change(one.result)
          records.put(next)
          if (next.refusal !== undefined) bytes.delete(key)
          give(next)
        }
      }),

    remove: (keys) =>
      write<void>((records, bytes) => {
        for (const key of keys) {
          records.delete(key)
          bytes.delete(key)
        }
      }),
  }
}

const open = (name: string) =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const asked = indexedDB.open(name, 1)
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore(RECORDS, { keyPath: 'key' })
      asked.result.createObjectStore(BYTES)
    }
    asked.onsuccess = () => resolve(asked.result)
    asked.onerror = () => reject(asked.error ?? new Error('the files cannot be opened'))
  })
