import { isStatus } from '../couch/failures.ts'
import type { Report } from '../couch/outage-log.ts'
import type { Stored } from '../couch/store.ts'
import { newMailboxName } from './mailboxes.ts'
import {
  copyLateWrites,
  type MailboxOwner,
  type Move,
  type MoveNeeds,
  moveMailbox,
  removeMoveRecord,
} from './move-mailbox.ts'

/**
 * So many tombstones, and more than documents: a new device reads through them all before it has caught up, some ten
 * requests for nothing, and no compaction takes them away.
 */
const WORN_TOMBSTONES = 5_000
/** So long who had not heard of the move may write to the old mailbox; longer than any request lives. */
const FOLLOWED_MS = 10 * 60_000
/** The old database is kept for people, not for devices, which are told of the new one. */
const KEPT_MS = 7 * 86_400_000
const EVERY_MS = 60_000

export const needsNewGeneration = ({ documents, deleted }: { documents: number; deleted: number }): boolean =>
  deleted > WORN_TOMBSTONES && deleted > documents

/** Mailboxes move to a fresh database when they are worn, or when an operator wants it. */
export interface Rotation {
  /** Noted; nothing more while one is wanted already. Answers false for an account that is not there. */
  want(accountId: string): Promise<boolean>
  /** Takes every move further. Mailboxes that were written to since the last look are left for the next, if they may. */
  work(isUrgent?: boolean): Promise<void>
  /** Works now and every minute while it may, and follows an old mailbox as soon as it is touched; answers how to stop. */
  start(mayWork: () => boolean): () => Promise<void>
}

interface Needs extends MoveNeeds {
  report?: Report
}

export function openRotation(needs: Needs): Rotation {
  const { couch, notifier, now, report = console.error } = needs
  const store = couch.db('work')
  const seen = new Map<string, string>()
  /** Old mailboxes that somebody may still write to. */
  const followed = new Set<string>()

  async function want(accountId: string) {
    const account = await couch.db('accounts').get<MailboxOwner>(`account:${accountId}`)
    if (account?.status !== 'active' || !account.mailbox) return false
    const { name, generation } = account.mailbox
    const move: Move = {
      _id: `move:${name}`,
      type: 'move',
      account: accountId,
      from: name,
      to: { name: newMailboxName(), generation: generation + 1 },
      wantedAt: now().toISOString(),
    }
    await store.create(move)
    return true
  }

  /** One after another: of two who copy the same mailbox one would still bring what the other has written anew. */
  let turn: Promise<unknown> = Promise.resolve()
  function work(isUrgent = false): Promise<void> {
    const mine = turn.then(() => workOff(isUrgent))
    turn = mine.catch(() => {})
    return mine
  }

  async function workOff(isUrgent: boolean) {
    for (const move of await store.range<Move>('move:', 'move:\uffff')) {
      // One that fails holds up no other, and is tried again with the next look.
      await further(move, isUrgent).catch((error: unknown) => report(`${move.from} could not be moved on`, error))
    }
  }

  async function further(move: Move & Stored, isUrgent: boolean) {
    if (move.movedAt === undefined) {
      if (!isUrgent && !(await isQuiet(move.from))) return
      followed.add(move.from)
      await moveMailbox(move, needs)
      return
    }
    const ageMs = now().getTime() - Date.parse(move.movedAt)
    const isOver = ageMs > FOLLOWED_MS
    if (isOver) followed.delete(move.from)
    else followed.add(move.from)
    if (move.isFollowed && ageMs < KEPT_MS) return
    await follow(move)
    if (ageMs >= KEPT_MS) {
      await couch.destroyDatabase(move.from)
      await removeMoveRecord(couch, move)
    } else if (isOver) await store.update<Move>(move._id, (noted) => noted && { ...noted, isFollowed: true })
  }

  const follow = (move: Move) =>
    copyLateWrites(move, needs).catch((error: unknown) => {
      // Removed before, by one who was killed before he could note it.
      if (!isStatus(error, 404)) throw error
    })

  /** Of one that is on its way the mover himself brings what comes. */
  async function followTouched(mailbox: string) {
    const move = await store.get<Move>(`move:${mailbox}`)
    if (!move) followed.delete(mailbox)
    else if (move.movedAt !== undefined) await follow(move)
  }

  async function isQuiet(mailbox: string) {
    const seq = await couch.db(mailbox).lastSeq()
    const before = seen.get(mailbox)
    if (before === seq) return seen.delete(mailbox)
    seen.set(mailbox, seq)
    return false
  }

  return {
    want,
    work,

    start(mayWork) {
      let working = Promise.resolve()
      const next = (work: () => Promise<void>) => {
        working = working
          .then(() => (mayWork() ? work() : undefined))
          .catch((error: unknown) => report('Moves of mailboxes could not be worked on', error))
      }
      const timer = setInterval(next, EVERY_MS, work)
      next(work)
      const touched = new Set<string>()
      const stopListening = notifier.listen((mailbox) => {
        // Many touches before it is their turn are one.
        if (!followed.has(mailbox) || touched.has(mailbox)) return
        touched.add(mailbox)
        next(() => {
          touched.delete(mailbox)
          return followTouched(mailbox)
        })
      })
      return () => {
        clearInterval(timer)
        stopListening()
        return working
      }
    },
  }
}
