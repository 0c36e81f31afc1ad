import type { StorageFailure } from '../pouch/connections.ts'

/** full, failing: the last write that mattered could not be stored. */
export type StorageTrouble = StorageFailure

/** Less room than this will soon be none. */
const LOW_BYTES = 10 * 1024 * 1024

/** Whether what happens here can still be stored; the same in all pages of this browser. */
export interface StorageHealth {
  trouble(): StorageTrouble | undefined
  /** There is room, but hardly any. */
  isLow(): boolean
  failed(trouble: StorageTrouble): void
  /** Something that matters was stored again. */
  stored(): void
  /** Stores something small; false: it could not be. */
  tryAgain(): Promise<boolean>
  /** Asks the browser how much room is left. */
  measure(): Promise<void>
  subscribe(listener: () => void): () => void
}

interface Parts {
  /** Tells the other pages, which hear by `follow`. */
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
