import type { Couch } from '../couch/couch.ts'
import type { Replicated } from '../couch/store.ts'
import type { ChangeNotifier } from './change-notifier.ts'
import type { Mailboxes } from './mailboxes.ts'
import type { PendingMailboxes } from './pending-mailboxes.ts'

/** In `work`: a mailbox on its way to a fresh database of the next generation. */
export interface Move {
  _id: string
  type: 'move'
  account: string
  from: string
  to: { name: string; generation: number }
  wantedAt: string
  /** Since when the account's mailbox is the new one. */
  movedAt?: string
  /** So far the old one was copied. */
  since?: string
  /** That is to its end, after nobody could write to it any more. */
  isFollowed?: true
}

/** What moving a mailbox reads and writes of the account's record in `accounts`. */
export interface MailboxOwner {
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

/** Of a history so much comes along: what another mover writes late, who had stalled, joins it. */
const RECENT = 20

/**
 * Copies what lives, leaves tombstones and long histories behind, and makes the copy the account's mailbox. Killed at any point
 * it is begun again: until the account names the new one, the old one is the mailbox and lacks nothing.
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
    // Intents among them may have no receipt yet, and the decider is not handed them.
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

  /** The account was deleted, or is a visitor who signed in. */
  async function abandon() {
    await couch.destroyDatabase(to.name)
    await removeMoveRecord(couch, move)
  }
}

/** What was written to the old mailbox while it was copied, or by who had not heard yet, comes after it. */
export async function copyLateWrites(
  move: Move,
  { couch, mailboxes, pendingMailboxes, notifier, onStep = () => {} }: MoveNeeds,
) {
  const { from, to, account } = move
  for (let since = move.since ?? '0'; ; ) {
    const { docs, lastSeq, isEnd } = await couch.db(from).changedSince(since)
    if (docs.length > 0) {
      onStep('before follow')
      // Marked before it is stored, as in a push.
      if (docs.some(({ _id }) => _id.startsWith('intent:'))) (await pendingMailboxes.mark(to.name, account))('untold')
      // Killed before it was noted how far the copy came, this goes through everything.
      const gone = docs.filter(({ _deleted }) => _deleted)
      const there = await couch.db(to.name).revs(gone.map(({ _id }) => _id))
      const own = docs.filter((doc) => isOwn(doc) && (!doc._deleted || there.has(doc._id)))
      await couch.db(to.name).replicate(own)
      if (own.length > 0) notifier.notify(to.name)
      // Copies of the core: in the new mailbox they may have become newer meanwhile.
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

/** Of somebody who is gone: what their mailbox moves to, and what it came from. */
export async function removeMovedMailboxes(couch: Couch, account: string): Promise<void> {
  for (const { from, to } of await movesOf(couch, account)) {
    await couch.destroyDatabase(from)
    await couch.destroyDatabase(to.name)
  }
}

/** Once nobody works on them any more. */
export async function removeMoveRecords(couch: Couch, account: string): Promise<void> {
  for (const move of await movesOf(couch, account)) await removeMoveRecord(couch, move)
}

const movesOf = async (couch: Couch, account: string) =>
  (await couch.db('work').range<Move>('move:', 'move:\uffff')).filter((move) => move.account === account)

async function copyAll({ couch, mailboxes }: MoveNeeds, from: string, to: string): Promise<string> {
  for (let since = '0'; ; ) {
    const { docs, lastSeq, isEnd } = await couch.db(from).changedSince(since)
    // Changed since it was copied, here or in a copy that was cut short: without what joins them, or beside an older
    // revision of a fact, it would be a conflict.
    const there = await couch.db(to).revs(docs.map(({ _id }) => _id))
    const fresh = docs.filter(({ _id, _deleted }) => !there.has(_id) && !_deleted).map(withRecentHistory)
    const changed = docs.filter(({ _id, _rev }) => there.has(_id) && there.get(_id) !== _rev)
    await couch.db(to).replicate([...fresh, ...changed.filter(isOwn)])
    for (const doc of changed) if (!isOwn(doc) && !doc._deleted) await mailboxes.put(to, asFact(doc))
    since = lastSeq
    if (isEnd) return since
  }
}

/** Written by a device; the service's own have none. */
const isOwn = (doc: object) => 'device' in doc

const withRecentHistory = ({ _revisions, ...doc }: Replicated): Replicated => ({
  ...doc,
  ...(_revisions && { _revisions: { ..._revisions, ids: _revisions.ids.slice(0, RECENT) } }),
})

function asFact({ _rev, _revisions, ...fact }: Replicated) {
  return fact as { _id: string; type: string }
}
