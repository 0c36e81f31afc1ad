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

/** No write lasts longer than so many moves. */
const REMEMBERED = 8

interface Parts {
  databases: Databases
  sessionState: SessionStateStore
}

/**
 * The local mailbox becomes this account's: what was put into the cart before comes along by itself, and so does what a
 * visitor asked for. Another account's data, all sent by now, makes room first.
 */
export async function attachMailbox(parts: Parts, answer: Holding): Promise<void> {
  const { signedIn } = parts.sessionState.get()
  if (signedIn && signedIn.account.id !== answer.account.id) {
    if (isVisitor(signedIn.account)) return followVisitor(parts, answer)
    await leaveMailbox(parts)
  }
  const { signedOutByServer, deletedSaidAt, ...sessionState } = parts.sessionState.get()
  parts.sessionState.set(
    withNewDevice({
      ...sessionState,
      signedIn: { ...answer, mailbox: sessionState.signedIn?.mailbox ?? answer.mailbox },
    }),
  )
  await followMailbox(parts, answer)
}

/**
 * A visitor signed in: the service hands their orders over, and knows what it decided for them. Of a visitor whom it does
 * not know any more nothing is handed over: what it decided then would be asked anew, in somebody else's name.
 */
async function followVisitor(parts: Parts, answer: Holding): Promise<void> {
  const { database, signedOutByServer } = parts.sessionState.get()
  const isUnknown = signedOutByServer === true || isVisitor(answer.account)
  await forgetIntents(parts.databases.open(database), ({ outcome }) => isUnknown || outcome === 'done')
  await followMailbox(parts, answer)
}

/** Those that were answered so, in a database that is about to be left. */
async function forgetIntents(db: Pouch, isOver: (receipt: Receipt) => boolean): Promise<void> {
  const receipts = (await getRange<Receipt>(db, 'receipt')).filter(isOver)
  const intents = await getMany<Intent>(
    db,
    receipts.map(({ _id }) => intentId(ulidOf(_id))),
  )
  await db.bulkDocs(intents.map(({ _id, _rev }) => ({ _id, _rev, _deleted: true })))
}

/**
 * The service says where the account's mailbox is now. After a restore or a rotation that is another one: a fresh local
 * database takes over what this browser wrote, with the same revisions, and the push offers what the new mailbox lacks.
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

/** The pointer has moved; what is still in the old database comes after it. Also for a page that did not live to do it. */
export async function finishMigration({ databases, sessionState }: Parts, copied = 0): Promise<void> {
  const { movedFrom, database, devices } = sessionState.get()
  if (movedFrom === undefined) return
  const [from, to] = [databases.open(movedFrom), databases.open(database)]
  // What was written while copying, or begun before the pointer moved, went into the old one: until nothing more comes.
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
  // `localStorage` may come back older than that: the copy tells what took whose place.
  await keepSessionStateCopy(to, settled)
  await databases.destroy(movedFrom)
}

/** An empty mailbox of nobody takes the place of this one, which is destroyed. */
export async function leaveMailbox(
  { databases, sessionState }: Parts,
  why: { accountGone?: true } = {},
): Promise<void> {
  const { database, movedFrom } = sessionState.get()
  sessionState.set({ ...freshSessionState(databases.newMailboxName()), ...why })
  await databases.destroy(database)
  if (movedFrom !== undefined) await databases.destroy(movedFrom)
}

/** Nothing where the work failed because another page had done it, and the old database is gone. */
async function unless<T>(isDone: () => boolean, work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (isDone()) return undefined
    throw error
  }
}

/** What was written after this local sequence; returns how far that came. */
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

/** With their revisions, so that copying them twice changes nothing. */
async function copyLeaves(from: Pouch, to: Pouch, leaves: { id: string; rev: string }[]) {
  const { results } = await from.bulkGet<object>({ docs: leaves, revs: true })
  const docs = results.flatMap(({ docs }) => docs.flatMap((one) => ('ok' in one ? [one.ok] : [])))
  await to.bulkDocs(docs, { new_edits: false })
}
