import { randomUUID } from 'node:crypto'
import type { Couch } from '../couch/couch.ts'
import { Undecided } from '../couch/failures.ts'
import type { Stored } from '../couch/store.ts'

/**
 * The due mark of a mailbox that may hold intents without receipts: written before they are stored, removed when all
 * have one.
 */
interface PendingMark extends Stored {
  type: 'due'
  mailbox: string
  account: string
  /** The process that wrote it last. */
  by: string
  /** The time by the clock of that process. */
  markedAt: string
}

/** A mark as it was read, which must be before its mailbox is scanned. */
export interface SeenMark extends PendingMark {
  /** The number of pushes of this process that had ended when the mark was read. */
  seenAt: number
  /** True if no push of another process can still be running for it; pushes of this process are counted. */
  isSurelyOver: boolean
}

export interface PendingMailboxes {
  /**
   * Resolves when the mark is stored, newer than any before; call the returned function when the push is over. Pass
   * `untold` if the push stored something, or may still store it, that the decider was not given.
   */
  mark(mailbox: string, account: string): Promise<(how?: 'untold') => void>
  /**
   * Returns true for two minutes after a push of another process, or one that ended as `untold`: it may have stored
   * intents that the decider does not know.
   */
  isUnconfirmed(mailbox: string): boolean
  open(): Promise<SeenMark[]>
  of(mailbox: string): Promise<SeenMark | undefined>
  /** Removes the mark. Returns false if a push may have stored something since it was read. */
  clear(mark: SeenMark): Promise<boolean>
  /** Removes the mark, no matter who wrote it: its mailbox was deleted, so no push can be acknowledged any more. */
  drop(mark: PendingMark): Promise<void>
}

const BATCH_MS = 2
const TRIES = 6
/** After this time a push of another process, or one without an answer, is certainly over. */
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
  /** A monotonic clock in milliseconds. */
  clock?: () => number
}

export function openPendingMailboxes({ couch, now, clock = () => performance.now() }: Needs): PendingMailboxes {
  const store = couch.db('work')
  const me = randomUUID()
  /** The number of running pushes, by mailbox. */
  const pushes = new Map<string, number>()
  /**
   * The time until which a push of another process, or one that ended as `untold`, may still be stored, by mailbox; the
   * first entry ends first.
   */
  const unconfirmedUntil = new Map<string, number>()
  /** The number of pushes that ended, and, by mailbox, the number of its last one. */
  let ends = 0
  const lastEnds = new Map<string, number>()
  const revs = new Map<string, string>()
  /**
   * Marks of other processes and when this process first saw each revision: clocks of different machines are never
   * compared.
   */
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

  /** Returns the marks that another writer changed in between; the callers of the others are told the result. */
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
      // The error does not say which mark has no quorum, so each is written alone.
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

  /** Reads the marks' current revisions; what another process stores is unconfirmed. */
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
