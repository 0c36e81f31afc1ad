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
 * A mailbox with more tombstones than this is worn: a new device reads all of them, and no compaction removes them.
 */
const WORN_TOMBSTONES = 2_000
/**
 * The time in which a writer that does not know of the move may write to the old mailbox; longer than any request
 * lives.
 */
const FOLLOWED_MS = 10 * 60_000
/** The old database is kept for operators; devices are told of the new one. */
const KEPT_MS = 7 * 86_400_000
const EVERY_MS = 60_000

export const needsNewGeneration = ({ deleted }: { deleted: number }): boolean => deleted > WORN_TOMBSTONES

/** Moves mailboxes to a new database when they are worn, or when an operator requests it. */
export interface Rotation {
  /** Records the request, unless there is one already. Returns false if the account does not exist. */
  want(accountId: string): Promise<boolean>
  /**
   * Continues every move. A mailbox that was written to since the last pass waits for the next one, unless `isUrgent`.
   */
  work(isUrgent?: boolean): Promise<void>
  /**
   * Works now and every minute while `mayWork` is true, and copies from an old mailbox as soon as it is written to;
   * returns the function that stops it.
   */
  start(mayWork: () => boolean): () => Promise<void>
}

interface Needs extends MoveNeeds {
  report?: Report
}

export function openRotation(needs: Needs): Rotation {
  const { couch, notifier, now, report = console.error } = needs
  const store = couch.db('work')
  const seen = new Map<string, string>()
  /** Old mailboxes that may still be written to. */
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

  /** Passes run one after another: with two at once, one could copy what the other has already replaced. */
  let turn: Promise<unknown> = Promise.resolve()
  function work(isUrgent = false): Promise<void> {
    const mine = turn.then(() => workOff(isUrgent))
    turn = mine.catch(() => {})
    return mine
  }

  async function workOff(isUrgent: boolean) {
    for (const move of await store.range<Move>('move:', 'move:\uffff')) {
      // A move that fails does not delay the others and is tried again in the next pass.
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
      // An earlier pass removed it and was killed before it could record that.
      if (!isStatus(error, 404)) throw error
    })

  /** While a mailbox is moving, the mover itself copies new writes. */
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
        // If a mailbox is notified several times before its turn, these count as one.
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
