import type { Databases } from '../local/databases.ts'
import {
  type AccountSummary,
  freshPointer,
  type MailboxAddress,
  type PointerStore,
  withNewDevice,
} from '../local/pointer.ts'
import { copyRefusals } from '../marks/refusals.ts'
import type { Pouch } from '../pouch/pouch.ts'

interface Parts {
  databases: Databases
  pointer: PointerStore
}

export interface SignedIn {
  account: AccountSummary
  mailbox: MailboxAddress
}

/**
 * The local mailbox becomes this account's: what was put into the cart before comes along by itself. Another account's
 * data, all sent by now, makes room first.
 */
export async function attachMailbox(parts: Parts, answer: SignedIn): Promise<void> {
  const { signedIn } = parts.pointer.get()
  if (signedIn && signedIn.account.id !== answer.account.id) await leaveMailbox(parts)
  const { signedOutByServer, deletedSaidAt, ...pointer } = parts.pointer.get()
  parts.pointer.set(
    withNewDevice({ ...pointer, signedIn: { ...answer, mailbox: pointer.signedIn?.mailbox ?? answer.mailbox } }),
  )
  await followMailbox(parts, answer)
}

/**
 * The service says where the account's mailbox is now. After a restore or a rotation that is another one: a fresh local
 * database takes over what this browser wrote, with the same revisions, and the push offers what the new mailbox lacks.
 */
export async function followMailbox(parts: Parts, answer: SignedIn): Promise<void> {
  const { databases, pointer } = parts
  const { signedIn, devices, database } = pointer.get()
  if (!signedIn) return
  const { name, generation } = signedIn.mailbox
  if (name === answer.mailbox.name && generation === answer.mailbox.generation) {
    if (JSON.stringify(signedIn) !== JSON.stringify(answer)) pointer.set({ ...pointer.get(), signedIn: answer })
    return
  }
  await finishMove(parts)
  const next = databases.newMailboxName()
  const [from, to] = [databases.open(database), databases.open(next)]
  const copied = await carryOver(from, to, devices, 0)
  if (pointer.get().database !== database) return databases.destroy(next)
  pointer.set({ ...pointer.get(), database: next, movedFrom: database, signedIn: answer })
  await finishMove(parts, copied)
}

/** The pointer has moved; what is still in the old database comes after it. Also for a page that did not live to do it. */
export async function finishMove({ databases, pointer }: Parts, copied = 0): Promise<void> {
  const { movedFrom, database, devices } = pointer.get()
  if (movedFrom === undefined) return
  const [from, to] = [databases.open(movedFrom), databases.open(database)]
  // What was written while copying, or begun before the pointer moved, went into the old one: until nothing more comes.
  let known: number
  let next = copied
  do {
    known = next
    next = await carryOver(from, to, devices, known)
  } while (next > known)
  const { movedFrom: _, ...settled } = pointer.get()
  pointer.set(settled)
  await databases.destroy(movedFrom)
}

/** An empty mailbox of nobody takes the place of this one, which is destroyed. */
export async function leaveMailbox({ databases, pointer }: Parts): Promise<void> {
  const { database, movedFrom } = pointer.get()
  pointer.set(freshPointer(databases.newMailboxName()))
  await databases.destroy(database)
  if (movedFrom !== undefined) await databases.destroy(movedFrom)
}

/** What was written after this local sequence; returns how far that came. */
async function carryOver(from: Pouch, to: Pouch, devices: readonly string[], since: number): Promise<number> {
  await copyRefusals(from, to)
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
