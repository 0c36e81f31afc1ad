import { randomUUID } from 'node:crypto'
import type { Couch } from '../couch/couch.ts'
import { Undecided } from '../couch/failures.ts'
import type { Stored } from '../couch/store.ts'

/** Says that a mailbox may hold intents without receipts: written before they are stored, removed when all are answered. */
interface PendingMark extends Stored {
  type: 'due'
  mailbox: string
  account: string
  /** The process that wrote it last. */
  by: string
  /** By that one's clock. */
  markedAt: string
}

/** As it was read, which is before what its mailbox holds is. */
export interface SeenMark extends PendingMark {
  /** Of the pushes of this process so many had ended. */
  seenAt: number
  /** No push of another process can be under way for it; those of this one are counted. */
  isSurelyOver: boolean
}

export interface PendingMailboxes {
  /**
   * Resolves once the mark stands, newer than any before; call the answer when the push is over. `untold`: the decider is
   * not handed what was stored, or may be stored yet.
   */
  mark(mailbox: string, account: string): Promise<(how?: 'untold') => void>
  /** For two minutes after a push of another process, or an untold one: it may have stored what the decider was not handed. */
  isUnconfirmed(mailbox: string): boolean
  open(): Promise<SeenMark[]>
  of(mailbox: string): Promise<SeenMark | undefined>
  /** Removes it, unless a push may have stored something since it was seen: false. */
  clear(mark: SeenMark): Promise<boolean>
  /** Removes it whoever wrote it: its mailbox is gone, and no push can be acknowledged any more. */
  drop(mark: PendingMark): Promise<void>
}

const BATCH_MS = 2
const TRIES = 6
/** A push of another process, or one without an answer, is surely over by then. */
const SURELY_OVER_MS = 120_000

const markId = (mailbox: string) => `due:${mailbox}`

interface Wanted {
  mailbox: string
  account: string
  done: PromiseWithResolvers<void>
}

interface Needs {
  couch: Couch
  now: () => Date
  /** Milliseconds that never go back. */
  clock?: () => number
}

export function openPendingMailboxes({ couch, now, clock = () => performance.now() }: Needs): PendingMailboxes {
  const store = couch.db('work')
  const me = randomUUID()
  /** Pushes under way, by mailbox. */
  const pushes = new Map<string, number>()
  /** Until when one of another process, or an untold one, may be stored, by mailbox: the next to end is first. */
  const unconfirmedUntil = new Map<string, number>()
  /** Pushes that ended, and by mailbox which was the last. */
  let ends = 0
  const lastEnds = new Map<string, number>()
  const revs = new Map<string, string>()
  /** Marks of other processes, and since when they stand as seen from here: clocks of different machines are never compared. */
  const standing = new Map<string, { rev: string; sinceMs: number }>()
  let wanted = new Map<string, Wanted>()

  function want(mailbox: string, account: string): Promise<void> {
    const there = wanted.get(mailbox)
    if (there) return there.done.promise
    if (wanted.size === 0) setTimeout(writeAll, BATCH_MS)
    const done = Promise.withResolvers<void>()
    wanted.set(mailbox, { mailbox, account, done })
    return done.promise
  }

  const isUnconfirmed = (mailbox: string) => (unconfirmedUntil.get(mailbox) ?? 0) > now().getTime()

  function noteUnconfirmed(mailbox: string) {
    unconfirmedUntil.delete(mailbox)
    unconfirmedUntil.set(mailbox, now().getTime() + SURELY_OVER_MS)
    for (const other of unconfirmedUntil.keys()) {
      if (isUnconfirmed(other)) break
      unconfirmedUntil.delete(other)
    }
  }

  function forget(mailbox: string) {
    unconfirmedUntil.delete(mailbox)
    lastEnds.delete(mailbox)
    revs.delete(mailbox)
    standing.delete(mailbox)
  }

  function asSeen(mark: PendingMark, seenAt: number): SeenMark {
    const { mailbox, _rev: rev, by } = mark
    if (by === me) return { ...mark, seenAt, isSurelyOver: true }
    let seen = standing.get(mailbox)
    if (seen?.rev !== rev) seen = { rev, sinceMs: clock() }
    standing.set(mailbox, seen)
    return { ...mark, seenAt, isSurelyOver: clock() - seen.sinceMs >= SURELY_OVER_MS }
  }

  async function writeAll() {
    let open = [...wanted.values()]
    wanted = new Map()
    for (let tries = 0; open.length > 0 && tries < TRIES; tries += 1) open = await write(open)
    for (const { mailbox, done } of open) done.reject(new Error(`no due mark could be written for ${mailbox}`))
  }

  /** Answers those whose mark another writer changed; who waits for the others is told. */
  async function write(marks: Wanted[]): Promise<Wanted[]> {
    try {
      const decisions = await store.putAll(marks.map(markOf))
      const failed: Wanted[] = []
      for (const [i, mark] of marks.entries()) {
        const decision = decisions[i]
        if (decision && decision !== 'conflict') {
          revs.set(mark.mailbox, decision.rev)
          mark.done.resolve()
        } else failed.push(mark)
      }
      await lookAt(failed.map(({ mailbox }) => mailbox))
      return failed
    } catch (error) {
      // Which of them has no quorum it does not say.
      if (error instanceof Undecided && marks.length > 1)
        return (await Promise.all(marks.map((mark) => write([mark])))).flat()
      for (const { done } of marks) done.reject(error)
      return []
    }
  }

  function markOf({ mailbox, account }: Wanted) {
    const rev = revs.get(mailbox)
    const mark = { _id: markId(mailbox), type: 'due', mailbox, account, by: me, markedAt: now().toISOString() }
    return rev ? { ...mark, _rev: rev } : mark
  }

  /** Their revisions are known then, and what another process stores is untold. */
  async function lookAt(mailboxes: string[]) {
    const there = await store.many<PendingMark>(mailboxes.map(markId))
    for (const [i, mailbox] of mailboxes.entries()) {
      const mark = there[i]
      if (mark) revs.set(mailbox, mark._rev)
      else revs.delete(mailbox)
      if (mark && mark.by !== me) noteUnconfirmed(mailbox)
    }
  }

  return {
    async mark(mailbox, account) {
      pushes.set(mailbox, (pushes.get(mailbox) ?? 0) + 1)
      let isOver = false
      const over = (how?: 'untold') => {
        if (isOver) return
        isOver = true
        if (how) noteUnconfirmed(mailbox)
        ends += 1
        lastEnds.set(mailbox, ends)
        const left = (pushes.get(mailbox) ?? 1) - 1
        if (left > 0) pushes.set(mailbox, left)
        else pushes.delete(mailbox)
      }
      try {
        await want(mailbox, account)
        return over
      } catch (error) {
        over()
        throw error
      }
    },

    isUnconfirmed,

    async open() {
      const seenAt = ends
      const marks = await store.range<PendingMark>('due:', 'due:\uffff')
      const marked = new Set(marks.map(({ mailbox }) => mailbox))
      for (const mailbox of standing.keys()) if (!marked.has(mailbox)) standing.delete(mailbox)
      return marks.map((mark) => asSeen(mark, seenAt))
    },

    async of(mailbox) {
      const seenAt = ends
      const mark = await store.get<PendingMark>(markId(mailbox))
      return mark && asSeen(mark, seenAt)
    },

    async clear(mark) {
      if (pushes.has(mark.mailbox) || (lastEnds.get(mark.mailbox) ?? 0) > mark.seenAt) return false
      if (!mark.isSurelyOver || isUnconfirmed(mark.mailbox)) return false
      forget(mark.mailbox)
      return (await store.remove(mark)) === 'removed'
    },

    async drop(mark) {
      forget(mark.mailbox)
      await store.remove(mark)
    },
  }
}
