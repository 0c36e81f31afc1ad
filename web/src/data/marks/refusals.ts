import { changeLocal, readLocal } from '../pouch/local-document.ts'
import type { Pouch } from '../pouch/pouch.ts'

/** What the gate would not take (PouchDB never offers it again), and which refusals the person has put away. */
export interface Refusals {
  documents: Record<string, { reason: string; at: string }>
  dismissed: Record<string, string>
}

const none: Refusals = { documents: {}, dismissed: {} }

export const readRefusals = (db: Pouch): Promise<Refusals> => readLocal(db, 'refused', none)

export const noteRefused = (db: Pouch, id: string, reason: string, at: string) =>
  changeLocal(db, 'refused', none, ({ documents, dismissed }) => ({
    documents: { ...documents, [id]: { reason, at } },
    dismissed: without(dismissed, [id]),
  }))

/** Documents that were taken after all are refused no longer. */
export const noteTaken = (db: Pouch, ids: readonly string[]) =>
  changeLocal(db, 'refused', none, (refusals) =>
    ids.some((id) => id in refusals.documents)
      ? { documents: without(refusals.documents, ids), dismissed: without(refusals.dismissed, ids) }
      : refusals,
  )

export const noteDismissed = (db: Pouch, id: string, at: string) =>
  changeLocal(db, 'refused', none, (refusals) => ({ ...refusals, dismissed: { ...refusals.dismissed, [id]: at } }))

/** Into the database that takes the place of this one; what is known there already stays. */
export async function copyRefusals(from: Pouch, to: Pouch): Promise<void> {
  const known = await readRefusals(from)
  await changeLocal(to, 'refused', none, ({ documents, dismissed }) => ({
    documents: { ...known.documents, ...documents },
    dismissed: { ...known.dismissed, ...dismissed },
  }))
}

const without = <T>(record: Record<string, T>, ids: readonly string[]) =>
  Object.fromEntries(Object.entries(record).filter(([id]) => !ids.includes(id)))
