import { changeLocal, readLocal } from '../pouch/local-document.ts'
import type { Pouch } from '../pouch/pouch.ts'
import { getMany } from '../pouch/reads.ts'

interface Refusal {
  reason: string
  at: string
  rev?: string | undefined
}

/**
 * The documents that the gate refused (PouchDB never pushes them again), and the refusals that the person has
 * dismissed.
 */
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

/** How many documents exist only here because the gate refused them; those that were deleted here do not count. */
export async function countRejected(db: Pouch): Promise<number> {
  const { documents } = await readRejectedDocuments(db)
  return (await getMany(db, Object.keys(documents))).length
}

/**
 * Records which revision was refused: if the same one is refused again it stays dismissed; a later one must be shown
 * again.
 */
export const recordRejected = (db: Pouch, { _id, _rev }: Offered, reason: string, at: string) =>
  changeLocal(db, 'refused', none, ({ documents, dismissed }) => ({
    documents: { ...documents, [_id]: { reason, at, rev: _rev } },
    dismissed: documents[_id]?.rev === _rev ? dismissed : without(dismissed, [_id]),
  }))

/** Whether this revision was refused; a later one waits to be pushed. */
export const isRefused = (refusal: Refusal | undefined, rev: string | undefined): boolean =>
  refusal !== undefined && (refusal.rev ?? rev) === rev

/** Forgets the refusals of documents that the gate has accepted after all. */
export const clearRejected = (db: Pouch, ids: readonly string[]) =>
  changeLocal(db, 'refused', none, (refusals) =>
    ids.some((id) => id in refusals.documents)
      ? { documents: without(refusals.documents, ids), dismissed: without(refusals.dismissed, ids) }
      : refusals,
  )

export const recordDismissed = (db: Pouch, id: string, at: string) =>
  changeLocal(db, 'refused', none, (refusals) => ({ ...refusals, dismissed: { ...refusals.dismissed, [id]: at } }))

/** Copies the refusals into the database that replaces this one; those that it already has stay. */
export async function copyRejectedDocuments(from: Pouch, to: Pouch): Promise<void> {
  const known = await readRejectedDocuments(from)
  await changeLocal(to, 'refused', none, ({ documents, dismissed }) => ({
    documents: { ...known.documents, ...documents },
    dismissed: { ...known.dismissed, ...dismissed },
  }))
}

const without = <T>(record: Record<string, T>, ids: readonly string[]) =>
  Object.fromEntries(Object.entries(record).filter(([id]) => !ids.includes(id)))
