import { changeLocal, readLocal } from '../pouch/local-document.ts'
import type { Pouch } from '../pouch/pouch.ts'

/** Whether a database was ever pulled to its end: before that an empty list means nothing. */
export const COMPLETENESS = 'complete'
export interface Completeness {
  at?: string
}

export async function isComplete(db: Pouch): Promise<boolean> {
  const { at } = await readLocal<Completeness>(db, COMPLETENESS, {})
  return at !== undefined
}

/** True if it was not known before. */
export async function noteComplete(db: Pouch, at: string): Promise<boolean> {
  let isNews = false
  await changeLocal<Completeness>(db, COMPLETENESS, {}, (known) => {
    isNews = known.at === undefined
    return isNews ? { at } : known
  })
  return isNews
}
