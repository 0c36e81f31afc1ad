import type { StorageFailure } from '../pouch/connections.ts'

/** The reason why the last important write was not stored: the storage is full, or it fails. */
export type StorageTrouble = StorageFailure

/** With less free space than this the storage will soon be full. */
const LOW_BYTES = 10 * 1024 * 1024

/** Whether changes can still be stored; the same for all pages of this browser. */
export interface StorageHealth {
  trouble(): StorageTrouble | undefined
  /** Returns true if there is little free space. */
  isLow(): boolean
  failed(trouble: StorageTrouble): void
  /** An important write was stored again. */
  stored(): void
  /** Writes something small; returns false if that fails. */
  tryAgain(): Promise<boolean>
  /** Asks the browser how much space is left. */
  measure(): Promise<void>
  subscribe(listener: () => void): () => void
}

interface Parts {
  /** Tells the other pages, which then call `follow`. */
  tell: (trouble: StorageTrouble | undefined) => void
  store: () => Promise<unknown>
  estimate: () => Promise<StorageEstimate | undefined>
}

export function openStorageHealth({ tell, store, estimate }: Parts): StorageHealth & {
  follow: (trouble: StorageTrouble | undefined) => void
} {
  const listeners = new Set<() => void>()
  let trouble: StorageTrouble | undefined
  let isLow = false
  const changed = () => {
    for (const listener of [...listeners]) listener()
  }
  const follow = (next: StorageTrouble | undefined) => {
    if (next === trouble) return
    trouble = next
    changed()
  }
  const become = (next: StorageTrouble | undefined) => {
    if (next === trouble) return
    follow(next)
    tell(next)
  }
  return {
    trouble: () => trouble,
    isLow: () => isLow,
    failed: become,
    stored: () => become(undefined),
    async tryAgain() {
      try {
        await store()
      } catch {
        return false
      }
      become(undefined)
      return true
    },
    follow,
    async measure() {
      const { quota, usage } = (await estimate()) ?? {}
      const wasLow = isLow
      isLow = quota !== undefined && usage !== undefined && quota - usage < LOW_BYTES
      if (isLow !== wasLow) changed()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
