import { changeLocal, readLocal } from '../pouch/local-document.ts'
import type { Pouch } from '../pouch/pouch.ts'
import { getMany } from '../pouch/reads.ts'

interface Refusal {
  reason: string
  at: string
  rev?: string | undefined
}

/** What the gate would not take (PouchDB never offers it again), and which refusals the person has put away. */
export interface Refusals {
  documents: Record<string, Refusal>
  dismissed: Record<string, string>
}

const none: Refusals = { documents: {}, dismissed: {} }

export const readRefusals = (db: Pouch): Promise<Refusals> => readLocal(db, 'refused', none)

/** How many documents are here and not there because the gate refused them; discarded ones are nowhere. */
export async function countRefused(db: Pouch): Promise<number> {
  const { documents } = await readRefusals(db)
  return (await getMany(db, Object.keys(documents))).length
}

/** Offered and refused once more it stays put away; what was changed since has to be seen again. */
export async function noteRefused(db: Pouch, id: string, reason: string, at: string): Promise<void> {
  const rev = await latestRev(db, id)
  await changeLocal(db, 'refused', none, ({ documents, dismissed }) => ({
    documents: { ...documents, [id]: { reason, at, rev } },
    dismissed: documents[id]?.rev === rev ? dismissed : without(dismissed, [id]),
  }))
}

/** Also of a deleted one. */
async function latestRev(db: Pouch, id: string): Promise<string | undefined> {
  const { rows } = await db.allDocs({ keys: [id] })
  return rows.flatMap((row) => ('value' in row && row.value ? [row.value.rev] : []))[0]
}

/** Of this revision; what was changed since waits to be offered. */
export const isRefused = (refusal: Refusal | undefined, rev: string | undefined): boolean =>
  refusal !== undefined && (refusal.rev ?? rev) === rev

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
