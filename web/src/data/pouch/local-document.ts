import { isConflict, isMissing } from './errors.ts'
import type { Pouch } from './pouch.ts'

/**
 * Reads a `_local/…` document: it is never replicated, and changes feeds do not report it. Returns `without` if there
 * is none.
 */
export async function readLocal<T extends object>(db: Pouch, id: string, without: T): Promise<T> {
  try {
    const { _id, _rev, ...value } = await db.get<T>(`_local/${id}`)
    return { ...without, ...value }
  } catch (error) {
    if (isMissing(error)) return without
    throw error
  }
}

/** Reads, changes and writes; does so again if another tab was faster. An unchanged value is not written. */
export async function changeLocal<T extends object>(
  db: Pouch,
  id: string,
  without: T,
  change: (value: T) => T | Promise<T>,
): Promise<T> {
  for (;;) {
    const stored = await db.get<T>(`_local/${id}`).catch((error: unknown) => {
      if (isMissing(error)) return undefined
      throw error
    })
    const value: T = { ...without, ...(stored && bare(stored)) }
    const next = await change(value)
    if (next === value) return value
    try {
      await db.put({ ...next, _id: `_local/${id}`, ...(stored && { _rev: stored._rev }) })
      return next
    } catch (error) {
      if (!isConflict(error)) throw error
    }
  }
}

const bare = <T extends object>({ _id, _rev, ...value }: T & { _id: string; _rev: string }) => value
