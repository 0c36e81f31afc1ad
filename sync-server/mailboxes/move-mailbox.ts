import type { Couch } from '../couch/couch.ts'
import type { Replicated } from '../couch/store.ts'
import type { ChangeNotifier } from './change-notifier.ts'
import type { Mailboxes } from './mailboxes.ts'
import type { PendingMailboxes } from './pending-mailboxes.ts'

/** A record in `work`: a mailbox that moves to a new database of the next generation. */
export interface Move {
  _id: string
  type: 'move'
  account: string
  from: string
  to: { name: string; generation: number }
  wantedAt: string
  /** When the new mailbox became the account's. */
  movedAt?: string
  /** The sequence up to which the old mailbox was copied. */
  since?: string
  /** True if the old mailbox was copied to its end after nobody could write to it any more. */
  isFollowed?: true
}

/** What moving a mailbox reads and writes of the account's record in `accounts`. */
export interface MailboxOwner {
  id: string
  status: 'active' | 'adopted' | 'ended'
  /** Absent once the account has ended. */
  mailbox?: { name: string; generation: number }
}

export interface MoveNeeds {
  couch: Couch
  mailboxes: Mailboxes
  pendingMailboxes: PendingMailboxes
  notifier: ChangeNotifier
  now: () => Date
  /** Called before and after every step that writes; tests throw here. */
  onStep?: (point: string) => void
}

/**
 * The number of revisions of a history that are copied, so that a late write of another, delayed mover joins the
 * history instead of becoming a conflict.
 */
const RECENT = 20

/**
 * Copies the living documents without tombstones and long histories, and makes the copy the account's mailbox. If it is
 * killed at any point, it starts again: until the account names the new mailbox, the old one is complete and in use.
 */
export async function moveMailbox(move: Move, needs: MoveNeeds): Promise<void> {
  const { couch, mailboxes, pendingMailboxes, now, onStep = () => {} } = needs
  const { account, from, to } = move
  const step = async <T>(name: string, write: () => Promise<T>): Promise<T> => {
    onStep(`before ${name}`)
    const result = await write()
    onStep(`after ${name}`)
    return result
  }

  const read = () => couch.db('accounts').get<MailboxOwner>(`account:${account}`)
  const isOld = (record: MailboxOwner | undefined) => record?.status === 'active' && record.mailbox?.name === from
  let since = '0'
  if (isOld(await read())) {
    await step('make database', () => mailboxes.make(to.name, account))
    since = await step('copy', () => copyAll(needs, from, to.name))
    // Copied intents may have no receipt yet, and the decider was not told of them.
    await step('mark', async () => (await pendingMailboxes.mark(to.name, account))('untold'))
    await step('switch', () =>
      couch
        .db('accounts')
        .update<MailboxOwner>(`account:${account}`, (standing) =>
          standing && isOld(standing) ? { ...standing, mailbox: to } : undefined,
        ),
    )
  }
  const record = await read()
  if (!record?.mailbox || record.mailbox.generation < to.generation) return abandon()
  await step('note', () =>
    couch.db('work').update<Move>(move._id, (noted) => noted && { ...noted, since, movedAt: now().toISOString() }),
  )
  await copyLateWrites({ ...move, since }, needs)

  /** The account was deleted, or is a visitor who was merged into an account. */
  async function abandon() {
    await couch.destroyDatabase(to.name)
    await removeMoveRecord(couch, move)
  }
}

/** Copies what was written to the old mailbox during the copy, or later by a writer that did not know of the move. */
export async function copyLateWrites(
  move: Move,
  { couch, mailboxes, pendingMailboxes, notifier, onStep = () => {} }: MoveNeeds,
) {
  const { from, to, account } = move
  for (let since = move.since ?? '0'; ; ) {
    const { docs, lastSeq, isEnd } = await couch.db(from).changedSince(since)
    if (docs.length > 0) {
      onStep('before follow')
      // The mark is written before the intent is stored, as in a push.
      if (docs.some(({ _id }) => _id.startsWith('intent:'))) (await pendingMailboxes.mark(to.name, account))('untold')
      // If the process was killed before it recorded its progress, this goes through all documents again.
      const gone = docs.filter(({ _deleted }) => _deleted)
      const there = await couch.db(to.name).revs(gone.map(({ _id }) => _id))
      const own = docs.filter((doc) => isOwn(doc) && (!doc._deleted || there.has(doc._id)))
      await couch.db(to.name).replicate(own)
      if (own.length > 0) notifier.notify(to.name)
      // Facts are copies of the core: the new mailbox may hold a newer version by now.
      for (const doc of docs) if (!isOwn(doc) && !doc._deleted) await mailboxes.put(to.name, asFact(doc))
      onStep('after follow')
    }
    if (lastSeq !== since)
      await couch.db('work').update<Move>(move._id, (noted) => noted && { ...noted, since: lastSeq })
    since = lastSeq
    if (isEnd) return
  }
}

export async function removeMoveRecord(couch: Couch, { _id }: Move): Promise<void> {
  const there = await couch.db('work').get(_id)
  if (there) await couch.db('work').remove(there)
}

/** For a deleted account: removes both mailboxes of each of its moves. */
export async function removeMovedMailboxes(couch: Couch, account: string): Promise<void> {
  for (const { from, to } of await movesOf(couch, account)) {
    await couch.destroyDatabase(from)
    await couch.destroyDatabase(to.name)
  }
}

/** Call this when no process works on the moves any more. */
export async function removeMoveRecords(couch: Couch, account: string): Promise<void> {
  for (const move of await movesOf(couch, account)) await removeMoveRecord(couch, move)
}

const movesOf = async (couch: Couch, account: string) =>
  (await couch.db('work').range<Move>('move:', 'move:\uffff')).filter((move) => move.account === account)

async function copyAll({ couch, mailboxes }: MoveNeeds, from: string, to: string): Promise<string> {
  for (let since = '0'; ; ) {
    const { docs, lastSeq, isEnd } = await couch.db(from).changedSince(since)
    // A document that was changed since it was copied, here or in an interrupted copy, keeps its history: with a
    // shortened one, or beside an older revision of a fact, it would become a conflict.
    const there = await couch.db(to).revs(docs.map(({ _id }) => _id))
    const fresh = docs.filter(({ _id, _deleted }) => !there.has(_id) && !_deleted).map(withRecentHistory)
    const changed = docs.filter(({ _id, _rev }) => there.has(_id) && there.get(_id) !== _rev)
    await couch.db(to).replicate([...fresh, ...changed.filter(isOwn)])
    for (const doc of changed) if (!isOwn(doc) && !doc._deleted) await mailboxes.put(to, asFact(doc))
    since = lastSeq
    if (isEnd) return since
  }
}

/** True if a device wrote it; the service's own documents have no `device`. */
const isOwn = (doc: object) => 'device' in doc

const withRecentHistory = ({ _revisions, ...doc }: Replicated): Replicated => ({
  ...doc,
  ...(_revisions && { _revisions: { ..._revisions, ids: _revisions.ids.slice(0, RECENT) } }),
})

function asFact({ _rev, _revisions, ...fact }: Replicated) {
  return fact as { _id: string; type: string }
}
