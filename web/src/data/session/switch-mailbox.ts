import type { Databases } from '../local/databases.ts'
import {
  type AccountSummary,
  freshPointer,
  type MailboxAddress,
  type PointerStore,
  withNewDevice,
} from '../local/pointer.ts'
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
  const { signedOutByServer, deletedSaid, ...pointer } = parts.pointer.get()
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
  const next = databases.newMailboxName()
  await copyWritings(databases.open(database), databases.open(next), devices)
  // What was written while copying was written into the old one, and is copied now; after this line all goes to the new.
  await copyWritings(databases.open(database), databases.open(next), devices)
  if (pointer.get().database !== database) return databases.destroy(next)
  pointer.set({ ...pointer.get(), database: next, signedIn: answer })
  await databases.destroy(database)
}

/** An empty mailbox of nobody takes the place of this one, which is destroyed. */
export async function leaveMailbox({ databases, pointer }: Parts): Promise<void> {
  const { database } = pointer.get()
  pointer.set(freshPointer(databases.newMailboxName()))
  await databases.destroy(database)
}

async function copyWritings(from: Pouch, to: Pouch, devices: readonly string[]) {
  const { rows } = await from.allDocs<{ device?: string }>({ include_docs: true, conflicts: true })
  const ours = rows.flatMap((row) =>
    'doc' in row && row.doc?.device !== undefined && devices.includes(row.doc.device) ? [row.doc] : [],
  )
  const leaves = ours.flatMap(({ _id, _rev, _conflicts = [] }) =>
    [_rev, ..._conflicts].map((rev) => ({ id: _id, rev })),
  )
  if (leaves.length === 0) return
  const { results } = await from.bulkGet<object>({ docs: leaves, revs: true })
  const docs = results.flatMap(({ docs }) => docs.flatMap((one) => ('ok' in one ? [one.ok] : [])))
  await to.bulkDocs(docs, { new_edits: false })
}
