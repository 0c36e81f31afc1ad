import { changeLocal, readLocal } from '../pouch/local-document.ts'
import type { Pouch } from '../pouch/pouch.ts'

/** Set once a database has been pulled completely; before that, an empty list means nothing. */
export const INITIAL_SYNC_FLAG = 'complete'
export interface InitialSyncFlag {
  at?: string
}

export async function isComplete(db: Pouch): Promise<boolean> {
  const { at } = await readLocal<InitialSyncFlag>(db, INITIAL_SYNC_FLAG, {})
  return at !== undefined
}

/** Returns true if the flag was not set before. */
export async function noteComplete(db: Pouch, at: string): Promise<boolean> {
  let isNews = false
  await changeLocal<InitialSyncFlag>(db, INITIAL_SYNC_FLAG, {}, (known) => {
    isNews = known.at === undefined
    return isNews ? { at } : known
  })
  return isNews
}
