import { ulidOf } from '#model'
import type { Couch } from '../couch/couch.ts'
import { isStatus } from '../couch/failures.ts'
import type { Report } from '../couch/outage-log.ts'
import type { PendingMailboxes, SeenMark } from '../mailboxes/pending-mailboxes.ts'

/** Mailboxes that may hold intents without a receipt: what is open in them is handed on, and their due marks are cleared. */
export interface MailboxScanner {
  /** Looks into it once its line is empty for a moment. */
  scanSoon(mailbox: string, account: string): void
  /** Without that moment. */
  scanNow(): Promise<void>
  /** Works off the open due marks: those of the last holder, of other instances, and of pushes that failed half-way. */
  sweep(): void
  /** Nothing is open in it that came before and was not handed on: what comes now may be decided next. */
  isScanned(mailbox: string): boolean
  /** These were not taken, or were given up: before they are found again nothing of their mailbox may be decided. */
  needsRescan(mailbox: string, intents: readonly Acknowledged[]): void
  /** What was handed on of any was given up: another term. */
  rescanAll(): void
  isWaiting(): boolean
  /** Resolves when what was begun is done. */
  running(): Promise<unknown>
  stop(): void
}

interface Acknowledged {
  /** The ULID. */
  id: string
  receivedAt: string
}

interface Needs {
  couch: Couch
  pendingMailboxes: PendingMailboxes
  isDeciding: () => boolean
  /** The account's line is not empty: it is looked at when it is. */
  isBusy: (account: string) => boolean
  isKnown: (mailbox: string, id: string) => boolean
  /** `receivedAt`: as far as it is known. */
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
  /** Every marked mailbox was looked into in this term. */
  let isSwept = false
  /** Not looked into since they fell behind, each time with a number of its own: a look that began before proves nothing. */
  const behind = new Map<string, number>()
  let falls = 0
  /** To be found in them, and when they were received: by mailbox and ULID. */
  const awaited = new Map<string, Map<string, string>>()
  /** Counts the terms: a sweep that began in another proves nothing. */
  let term = 0

  /** To be asked later: nothing that was handed on of it was given up since. */
  function watch(mailbox: string) {
    const began = { fall: behind.get(mailbox), term }
    return () => behind.get(mailbox) === began.fall && term === began.term
  }

  /** Hands on what has no receipt; true when there is nothing of the kind. */
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
    const missing = [...times.keys()].filter((id) => !listed.has(id) && !answered.has(id))
    if (missing.length > 0) throw new Error(`it lists no ${missing.join(', ')} yet`)
    const open = intents.filter((id) => !answered.has(ulidOf(id)))
    const due = open.filter((id) => !isKnown(mailbox, ulidOf(id)))
    for (let from = 0; from < due.length; from += READ_AT_ONCE) {
      const docs = await store.many<{ _id: string }>(due.slice(from, from + READ_AT_ONCE))
      // What was given up comes before these.
      if (!isAsBefore()) return false
      for (const doc of docs) {
        if (!doc) throw new Error('what it lists cannot be read yet')
        hand(mailbox, account, doc, times.get(ulidOf(doc._id)) ?? receivedAt)
      }
    }
    return open.length === 0
  }

  /** `mark` was read before: a push that begins or ends in between keeps it. */
  async function settle(mailbox: string, account: string, mark: SeenMark | undefined) {
    try {
      // What was acknowledged in time is judged by that, though it is found late.
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

  /** One broken mailbox holds up no other; its mark stays, and the next sweep tries again. Until then it is behind. */
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
        // Before that even a busy account's: its line may hold later intents than its mailbox still has open.
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
