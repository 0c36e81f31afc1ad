import { changeLocal, readLocal } from '../pouch/local-document.ts'
import type { Pouch } from '../pouch/pouch.ts'

/** Whether a database was ever pulled to its end: before that an empty list means nothing. */
export const INITIAL_SYNC_FLAG = 'complete'
export interface InitialSyncFlag {
  at?: string
}

export async function isComplete(db: Pouch): Promise<boolean> {
  const { at } = await readLocal<InitialSyncFlag>(db, INITIAL_SYNC_FLAG, {})
  return at !== undefined
}

/** True if it was not known before. */
export async function noteComplete(db: Pouch, at: string): Promise<boolean> {
  let isNews = false
  await changeLocal<InitialSyncFlag>(db, INITIAL_SYNC_FLAG, {}, (known) => {
    isNews = known.at === undefined
    return isNews ? { at } : known
  })
  return isNews
}
