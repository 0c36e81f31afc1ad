import { changeLocal, readLocal } from '../pouch/local-document.ts'
import type { Pouch } from '../pouch/pouch.ts'
import { getMany } from '../pouch/reads.ts'

interface Refusal {
  reason: string
  at: string
  rev?: string | undefined
}

/** What the gate would not take (PouchDB never offers it again), and which refusals the person has put away. */
export interface RejectedDocuments {
  documents: Record<string, Refusal>
  dismissed: Record<string, string>
}

export interface Offered {
  _id: string
  _rev: string
}

const none: RejectedDocuments = { documents: {}, dismissed: {} }

export const readRejectedDocuments = (db: Pouch): Promise<RejectedDocuments> => readLocal(db, 'refused', none)

/** How many documents are here and not there because the gate refused them; discarded ones are nowhere. */
export async function countRejected(db: Pouch): Promise<number> {
  const { documents } = await readRejectedDocuments(db)
  return (await getMany(db, Object.keys(documents))).length
}

/** The revision that was offered: offered once more it stays put away; what was changed since has to be seen again. */
export const recordRejected = (db: Pouch, { _id, _rev }: Offered, reason: string, at: string) =>
  changeLocal(db, 'refused', none, ({ documents, dismissed }) => ({
    documents: { ...documents, [_id]: { reason, at, rev: _rev } },
    dismissed: documents[_id]?.rev === _rev ? dismissed : without(dismissed, [_id]),
  }))

/** Of this revision; what was changed since waits to be offered. */
export const isRefused = (refusal: Refusal | undefined, rev: string | undefined): boolean =>
  refusal !== undefined && (refusal.rev ?? rev) === rev

/** Documents that were taken after all are refused no longer. */
export const clearRejected = (db: Pouch, ids: readonly string[]) =>
  changeLocal(db, 'refused', none, (refusals) =>
    ids.some((id) => id in refusals.documents)
      ? { documents: without(refusals.documents, ids), dismissed: without(refusals.dismissed, ids) }
      : refusals,
  )

export const recordDismissed = (db: Pouch, id: string, at: string) =>
  changeLocal(db, 'refused', none, (refusals) => ({ ...refusals, dismissed: { ...refusals.dismissed, [id]: at } }))

/** Into the database that takes the place of this one; what is known there already stays. */
export async function copyRejectedDocuments(from: Pouch, to: Pouch): Promise<void> {
  const known = await readRejectedDocuments(from)
  await changeLocal(to, 'refused', none, ({ documents, dismissed }) => ({
    documents: { ...known.documents, ...documents },
    dismissed: { ...known.dismissed, ...dismissed },
  }))
}

const without = <T>(record: Record<string, T>, ids: readonly string[]) =>
  Object.fromEntries(Object.entries(record).filter(([id]) => !ids.includes(id)))
