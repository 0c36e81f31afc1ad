import { type Intent, intentId, type Receipt, ulidOf } from '#model'
import type { Databases } from '../local/databases.ts'
import { keepSessionStateCopy } from '../local/recovery.ts'
import {
  freshSessionState,
  type Holding,
  isVisitor,
  type SessionStateStore,
  withNewDevice,
} from '../local/session-state.ts'
import type { Pouch } from '../pouch/pouch.ts'
import { getMany, getRange } from '../pouch/reads.ts'
import { copyRejectedDocuments } from '../push-state/rejected-documents.ts'

/** How many replaced databases are remembered: no write lasts longer than this many moves. */
const REMEMBERED = 8

interface Parts {
  databases: Databases
  sessionState: SessionStateStore
}

/**
 * The local mailbox becomes this account's: the cart that was filled before and a visitor's intents come along by
 * themselves. Another account's data, which has all been sent by now, is removed first.
 */
export async function attachMailbox(parts: Parts, answer: Holding): Promise<void> {
  const { signedIn } = parts.sessionState.get()
  if (signedIn && signedIn.account.id !== answer.account.id) {
    if (isVisitor(signedIn.account)) return followVisitor(parts, answer)
    await leaveMailbox(parts)
  }
  // What was shown before may have been destroyed.
  const { signedOutByServer, deletedSaidAt, shownFeeds, ...sessionState } = parts.sessionState.get()
  parts.sessionState.set(
    withNewDevice({
      ...sessionState,
      signedIn: { ...answer, mailbox: sessionState.signedIn?.mailbox ?? answer.mailbox },
    }),
  )
  await followMailbox(parts, answer)
}

/**
 * A visitor signed in: the service hands their orders over and knows what it decided, so intents that are done are
 * dropped. If the service no longer knows the visitor, it hands nothing over; then every decided intent is dropped, or
 * it would be decided again in another account's name.
 */
async function followVisitor(parts: Parts, answer: Holding): Promise<void> {
  const { database, signedOutByServer } = parts.sessionState.get()
  const isUnknown = signedOutByServer === true || isVisitor(answer.account)
  await forgetIntents(parts.databases.open(database), ({ outcome }) => isUnknown || outcome === 'done')
  await followMailbox(parts, answer)
}

/** Deletes the intents whose receipt satisfies `isOver`, in a database that is about to be left. */
async function forgetIntents(db: Pouch, isOver: (receipt: Receipt) => boolean): Promise<void> {
  const receipts = (await getRange<Receipt>(db, 'receipt')).filter(isOver)
  const intents = await getMany<Intent>(
    db,
    receipts.map(({ _id }) => intentId(ulidOf(_id))),
  )
  await db.bulkDocs(intents.map(({ _id, _rev }) => ({ _id, _rev, _deleted: true })))
}

/**
 * Follows the account's mailbox to where the service says it is now. After a restore or a rotation that is another one:
 * a fresh local database takes over what this browser wrote, with the same revisions, and the push sends what the new
 * mailbox lacks.
 */
export async function followMailbox(parts: Parts, answer: Holding): Promise<void> {
  const { databases, sessionState } = parts
  const { signedIn, devices, database } = sessionState.get()
  if (!signedIn) return
  const { name, generation } = signedIn.mailbox
  if (name === answer.mailbox.name && generation === answer.mailbox.generation) {
    if (JSON.stringify(signedIn) !== JSON.stringify(answer))
      sessionState.set({ ...sessionState.get(), signedIn: answer })
    return
  }
  await finishMigration(parts)
  const next = databases.newMailboxName()
  const [from, to] = [databases.open(database), databases.open(next)]
  const hasMoved = () => sessionState.get().database !== database
  const copied = await unless(hasMoved, carryOver(from, to, devices, 0))
  if (copied === undefined || hasMoved()) return databases.destroy(next)
  const replaced = [...(sessionState.get().replaced ?? []), database].slice(-REMEMBERED)
  const { signedOutByServer, deletedSaidAt, ...rest } = sessionState.get()
  sessionState.set({ ...rest, database: next, movedFrom: database, replaced, signedIn: answer })
  await finishMigration(parts, copied)
}

/**
 * Copies what is still in the old database after the session state has changed. Also finishes the move for a page that
 * died before.
 */
export async function finishMigration({ databases, sessionState }: Parts, copied = 0): Promise<void> {
  const { movedFrom, database, devices } = sessionState.get()
  if (movedFrom === undefined) return
  const [from, to] = [databases.open(movedFrom), databases.open(database)]
  // Writes made while copying, or begun before the session state changed, went into the old database: copy until
  // nothing more comes.
  let known: number
  let next = copied
  do {
    known = next
    const further = await unless(() => sessionState.get().movedFrom !== movedFrom, carryOver(from, to, devices, known))
    if (further === undefined) return
    next = further
  } while (next > known)
  const { movedFrom: _, ...settled } = sessionState.get()
  sessionState.set(settled)
  // `localStorage` may come back older than this: the copy says which database replaced which.
  await keepSessionStateCopy(to, settled)
  await databases.destroy(movedFrom)
}

/** Replaces this mailbox with an empty one that belongs to nobody, and destroys it. */
export async function leaveMailbox(
  { databases, sessionState }: Parts,
  why: { accountGone?: true } = {},
): Promise<void> {
  const { database, movedFrom } = sessionState.get()
  sessionState.set({ ...freshSessionState(databases.newMailboxName()), ...why })
  await databases.destroy(database)
  if (movedFrom !== undefined) await databases.destroy(movedFrom)
}

/** Returns undefined if the work failed because another page had already done it and destroyed the old database. */
async function unless<T>(isDone: () => boolean, work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (isDone()) return undefined
    throw error
  }
}

/** Copies what these devices wrote after this local sequence; returns the last sequence that was read. */
async function carryOver(from: Pouch, to: Pouch, devices: readonly string[], since: number): Promise<number> {
  await copyRejectedDocuments(from, to)
  const { results, last_seq } = await from.changes<{ device?: string }>({
    since,
    include_docs: true,
    style: 'all_docs',
  })
  const ours = results.filter(({ doc }) => doc?.device !== undefined && devices.includes(doc.device))
  const leaves = ours.flatMap(({ id, changes }) => changes.map(({ rev }) => ({ id, rev })))
  if (leaves.length > 0) await copyLeaves(from, to, leaves)
  return Number(last_seq)
}

/** Copies the revision ids too, so that copying twice changes nothing. */
async function copyLeaves(from: Pouch, to: Pouch, leaves: { id: string; rev: string }[]) {
  const { results } = await from.bulkGet<object>({ docs: leaves, revs: true })
  const docs = results.flatMap(({ docs }) => docs.flatMap((one) => ('ok' in one ? [one.ok] : [])))
  await to.bulkDocs(docs, { new_edits: false })
}
