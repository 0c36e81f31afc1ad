import { intentId, ulidOf } from '#model'
import type { Couch } from '../couch/couch.ts'
import { isStatus } from '../couch/failures.ts'
import type { Report } from '../couch/outage-log.ts'
import type { PendingMailboxes, SeenMark } from '../mailboxes/pending-mailboxes.ts'

/** Finds intents without a receipt in mailboxes, hands them to the decider, and clears the mailboxes' due marks. */
export interface MailboxScanner {
  /** Scans the mailbox after a short pause, if the account's queue is empty. */
  scanSoon(mailbox: string, account: string): void
  /** Scans the waiting mailboxes immediately, without the pause. */
  scanNow(): Promise<void>
  /** Scans every mailbox with a due mark: from the last holder, other instances, and pushes that failed half-way. */
  sweep(): void
  /** True if every earlier intent of the mailbox has been handed on, so that a new one may be decided next. */
  isScanned(mailbox: string): boolean
  /**
   * These intents were not accepted or were dropped: no intent of their mailbox may be decided until a scan finds them.
   */
  needsRescan(mailbox: string, intents: readonly Acknowledged[]): void
  /** A new term began and dropped the queues of all mailboxes: every mailbox must be scanned again. */
  rescanAll(): void
  isWaiting(): boolean
  /** Resolves when the current scans have ended. */
  running(): Promise<unknown>
  stop(): void
}

interface Acknowledged {
  /** The intent's ULID. */
  id: string
  receivedAt: string
}

interface Needs {
  couch: Couch
  pendingMailboxes: PendingMailboxes
  isDeciding: () => boolean
  /** True while the account's queue has jobs; its mailbox is scanned when the queue is empty. */
  isBusy: (account: string) => boolean
  isKnown: (mailbox: string, id: string) => boolean
  /** `receivedAt` is given if it is known. */
  hand: (mailbox: string, account: string, doc: { _id: string }, receivedAt?: string) => void
  report: Report
}

const SETTLE_MS = 250
const READ_AT_ONCE = 200

export function openMailboxScanner({
  couch,
  pendingMailboxes,
  isDeciding,
  isBusy,
  isKnown,
  hand,
  report,
}: Needs): MailboxScanner {
  const waiting = new Map<string, string>()
  let timer: NodeJS.Timeout | undefined
  let settling: Promise<void> = Promise.resolve()
  let sweeping: Promise<void> | undefined
  /** True once every mailbox with a due mark was scanned in this term. */
  let isSwept = false
  /**
   * Mailboxes that need a rescan, each with a number of its own: a scan that began before the number was given proves
   * nothing.
   */
  const behind = new Map<string, number>()
  let falls = 0
  /** Intents that a scan must find, with their time of arrival, by mailbox and ULID. */
  const awaited = new Map<string, Map<string, string>>()
  /** Counts the terms: a sweep that began in another term proves nothing. */
  let term = 0

  /** Returns a function that tells whether nothing of this mailbox was dropped since this call. */
  function watch(mailbox: string) {
    const began = { fall: behind.get(mailbox), term }
    return () => behind.get(mailbox) === began.fall && term === began.term
  }

  /** Hands on every intent that has no receipt. Returns true if there is none. */
  async function look(mailbox: string, account: string, receivedAt?: string): Promise<boolean> {
    const isAsBefore = watch(mailbox)
    const store = couch.db(mailbox)
    const [intents, receipts] = await Promise.all([
      store.ids('intent:', 'intent:\uffff'),
      store.ids('receipt:', 'receipt:\uffff'),
    ])
    const answered = new Set(receipts.map(ulidOf))
    const times = awaited.get(mailbox) ?? new Map<string, string>()
    const listed = new Set(intents.map(ulidOf))
    const unlisted = [...times.keys()].filter((id) => !listed.has(id) && !answered.has(id))
    // The retention has removed an intent with its receipt, so a phone that pushed it again needs no other.
    const removed = await store.removed(unlisted.map(intentId))
    const missing = unlisted.filter((id) => !removed.has(intentId(id)))
    if (missing.length > 0) throw new Error(`it lists no ${missing.join(', ')} yet`)
    const open = intents.filter((id) => !answered.has(ulidOf(id)))
    const due = open.filter((id) => !isKnown(mailbox, ulidOf(id)))
    for (let from = 0; from < due.length; from += READ_AT_ONCE) {
      const docs = await store.many<{ _id: string }>(due.slice(from, from + READ_AT_ONCE))
      // Dropped intents must be decided before these.
      if (!isAsBefore()) return false
      for (const doc of docs) {
        if (!doc) throw new Error('what it lists cannot be read yet')
        hand(mailbox, account, doc, times.get(ulidOf(doc._id)) ?? receivedAt)
      }
    }
    return open.length === 0
  }

  /** `mark` was read before the scan: if a push begins or ends in between, the mark is kept. */
  async function settle(mailbox: string, account: string, mark: SeenMark | undefined) {
    try {
      // An intent that was acknowledged in time counts by that time, even if it is found late.
      const isEmpty = await look(mailbox, account, mark?.markedAt)
      if (isEmpty && mark) await pendingMailboxes.clear(mark)
    } catch (error) {
      if (!isStatus(error, 404)) throw error
      if (mark) await pendingMailboxes.drop(mark)
    }
  }

  async function settleAll() {
    const mailboxes = [...waiting]
    waiting.clear()
    for (const [mailbox, account] of mailboxes) {
      if (!isDeciding()) return
      if (isBusy(account)) continue
      await looking(mailbox, async () => settle(mailbox, account, await pendingMailboxes.of(mailbox)))
    }
  }

  function needsRescan(mailbox: string, intents: readonly Acknowledged[]) {
    falls += 1
    behind.set(mailbox, falls)
    const times = awaited.get(mailbox) ?? new Map<string, string>()
    for (const { id, receivedAt } of intents) times.set(id, receivedAt)
    awaited.set(mailbox, times)
  }

  /**
   * One broken mailbox does not delay the others. Its mark is kept and the next sweep tries again; until then it needs
   * a rescan.
   */
  async function looking(mailbox: string, work: () => Promise<void>) {
    const isAsBefore = watch(mailbox)
    try {
      await work()
      if (!isAsBefore()) return
      behind.delete(mailbox)
      awaited.delete(mailbox)
    } catch (error) {
      needsRescan(mailbox, [])
      report(`Due mark of ${mailbox} could not be settled`, error)
    }
  }

  async function sweepAll() {
    const began = term
    try {
      for (const mark of await pendingMailboxes.open()) {
        if (!isDeciding()) return
        // The first sweep also scans busy accounts: their queue may hold later intents than their mailbox still has
        // open.
        if (!isSwept || !isBusy(mark.account))
          await looking(mark.mailbox, () => settle(mark.mailbox, mark.account, mark))
      }
      isSwept ||= term === began
    } catch (error) {
      report('The due marks could not be worked off', error)
    }
  }

  return {
    scanSoon(mailbox, account) {
      if (!isDeciding() || isBusy(account)) return
      waiting.set(mailbox, account)
      timer ??= setTimeout(() => {
        timer = undefined
        settling = settling.then(settleAll)
      }, SETTLE_MS)
    },

    async scanNow() {
      clearTimeout(timer)
      timer = undefined
      settling = settling.then(settleAll)
      await Promise.all([settling, sweeping])
    },

    sweep() {
      sweeping ??= sweepAll().finally(() => {
        sweeping = undefined
      })
    },

    isScanned: (mailbox) => isSwept && !behind.has(mailbox) && !pendingMailboxes.isUnconfirmed(mailbox),
    needsRescan,
    rescanAll() {
      term += 1
      behind.clear()
      awaited.clear()
      isSwept = false
    },
    isWaiting: () => timer !== undefined || waiting.size > 0 || sweeping !== undefined,
    running: () => Promise.all([settling, sweeping]),
    stop() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
