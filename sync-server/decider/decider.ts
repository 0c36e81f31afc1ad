import { setTimeout as pause } from 'node:timers/promises'
import { type Intent, ulidOf } from '#model'
import type { Accounts } from '../accounts/accounts.ts'
import { openKeyedMutex } from '../concurrency/keyed-mutex.ts'
import type { Couch } from '../couch/couch.ts'
import { isUnreachable } from '../couch/failures.ts'
import type { Report } from '../couch/outage-log.ts'
import { type DecisionOrder, isBefore } from '../lease/decision-order.ts'
import { LeaseLost, openLease, RENEW_MS } from '../lease/lease.ts'
import type { ChangeNotifier } from '../mailboxes/change-notifier.ts'
import type { Mailboxes } from '../mailboxes/mailboxes.ts'
import type { PendingMailboxes } from '../mailboxes/pending-mailboxes.ts'
import type { Settings } from '../settings/settings.ts'
import { decide, type Job } from './decide.ts'
import { NotDecidedYet, type WorkflowContext, type Workflows, workflowsByKind } from './define-workflow.ts'
import { openKeyedQueue } from './keyed-queue.ts'
import { openMailboxScanner } from './mailbox-scanner.ts'
import { openRetryLater, type ParkedIntent } from './retry-later.ts'

export interface Decider {
  /** Takes the lease if it is free (otherwise it keeps trying) and decides what the last holder left open. */
  start(): Promise<void>
  /**
   * Leaves open jobs to the next holder and releases the lease. If a write, or the work of `others` under the lease,
   * does not end in time, the lease is left to expire instead.
   */
  stop(others?: Promise<unknown>): Promise<void>
  /**
   * Accepts intents that the gate has just stored, in id order; an empty list means that the mailbox may hold some. If
   * the mailbox may hold older open intents, none is accepted: the mailbox is scanned once the account's queue is
   * empty.
   */
  hand(mailbox: string, accountId: string, intents: Intent[]): void
  /** False while another instance decides. */
  readonly holdsLease: boolean
  /** Runs other work of the lease's holder, whose writes go through `step`; does nothing while another instance decides. */
  underLease(work: (held: { term: number; step: WorkflowContext['step'] }) => Promise<void>): Promise<void>
  /** Intents that could not be decided for a technical reason. */
  parked(): Promise<ParkedIntent[]>
  /** Counts those that `parked` would return. */
  countParked(): Promise<number>
  /** Tries a parked intent soon; returns false if it is not parked. */
  retry(ulid: string): Promise<boolean>
  lag(): { open: number; oldestSeconds: number }
  /** Resolves when all accepted intents are decided and the due marks are cleared. */
  idle(): Promise<void>
}

/** The holder of this lease decides; `keys:replace` takes it so that nobody does. */
export const DECIDER_LEASE = 'decider'

const ACCOUNTS_AT_ONCE = 16
const BACK_OFF_MS = [100, 500, 2_000, 5_000, 10_000]
const UNREACHABLE_MS = 500
const STOP_MS = 3_000

interface Needs {
  couch: Couch
  accounts: Accounts
  mailboxes: Mailboxes
  /** One workflow for each declared intent. */
  workflows: Workflows
  pendingMailboxes: PendingMailboxes
  notifier: ChangeNotifier
  settings: Settings
  now: () => Date
  report?: Report
  /** Called at the beginning of each term; nothing is decided or told before it has ended. */
  beginTerm?: (step: WorkflowContext['step']) => Promise<void>
  /** Called before and after every step that writes; tests throw here. */
  onStep?: (point: string) => void
  /** How long to wait after the first, second… failed attempt; after the last one, the intent is parked. */
  backOffMs?: readonly number[]
}

export function openDecider(needs: Needs): Decider {
  const { couch, accounts, mailboxes, workflows, pendingMailboxes, notifier, settings, now } = needs
  const { report = console.error, onStep = () => {}, beginTerm = async () => {}, backOffMs = BACK_OFF_MS } = needs
  const lease = openLease({ store: couch.db('work'), name: DECIDER_LEASE, isAlone: settings.couchdbUrl === undefined })
  const byKind = workflowsByKind(workflows.all)
  const retryLater = openRetryLater(couch.db('work'), now)
  const known = new Set<string>()
  /** Intents that arrived before the intent that they name, and have been put back once. */
  const postponedOnce = new Set<string>()
  /**
   * A visitor's intent may also be stored in their account's mailbox; the lock makes the second copy find the first
   * decision.
   */
  const withLock = openKeyedMutex()
  let stopping: AbortController | undefined
  /** Counts the decisions that were begun. */
  let turns = 0
  /**
   * False until the feeds are in order and the parked intents of the last holder are loaded: before that, nobody knows
   * which of them a new intent would overtake.
   */
  let hasBegunTerm = false
  let beginning: Promise<void> | undefined
  let leaseTimer: NodeJS.Timeout | undefined
  let keepingLease: Promise<void> = Promise.resolve()

  const keyOf = (mailbox: string, id: string) => `${mailbox}/${id}`
  const queue = openKeyedQueue<Job>({
    atOnce: ACCOUNTS_AT_ONCE,
    async work(job) {
      const isOver = await work(job)
      // Later intents may depend on it, so they are dropped too; the due marks bring all of them back in order.
      const left = isOver ? [job] : [job, ...queue.dropWaiting(job.account)]
      for (const { mailbox, id } of left) known.delete(keyOf(mailbox, id))
      if (isOver) postponedOnce.delete(job.id)
      else for (const one of left) scanner.needsRescan(one.mailbox, [one])
    },
    onEmpty: ({ mailbox, account }) => scanner.scanSoon(mailbox, account),
  })
  const isDeciding = () => stopping?.signal.aborted === false && lease.isHeld() && hasBegunTerm
  const scanner = openMailboxScanner({
    couch,
    pendingMailboxes,
    isDeciding,
    isBusy: (account) => queue.has(account),
    isKnown: (mailbox, id) => known.has(keyOf(mailbox, id)) || retryLater.isResting(id),
    hand: add,
    report,
  })

  /** For a decision begun in `term`: by the next term, another holder may have changed what it has read. */
  const stepIn =
    (term: number, isAllowed = isDeciding): WorkflowContext['step'] =>
    async (name, write) => {
      if (!isAllowed() || lease.term() !== term) throw new LeaseLost(name)
      onStep(`before ${name}`)
      const result = await write()
      onStep(`after ${name}`)
      return result
    }

  /**
   * Returns true when the job is decided or parked. Returns false when it must be found again: either the lease was lost, or
   * the intent names another one that has not been decided yet (this happens once for each intent).
   */
  async function work(job: Job): Promise<boolean> {
    for (let tries = 1; stopping?.signal.aborted === false; ) {
      // Waiting devices are woken once for each decision.
      const endBatch = notifier.batch(job.mailbox)
      const term = lease.term()
      const parkedIn = retryLater.turn(job.id)
      turns += 1
      const turn = parkedIn ?? { term, n: turns }
      const isOvertakenBy = (other: DecisionOrder | undefined) =>
        parkedIn !== undefined && other !== undefined && isBefore(parkedIn, other)
      try {
        const context = { now, term, turn, isOvertakenBy, step: stepIn(term) }
        await withLock(job.id, () => decide(job, { couch, accounts, mailboxes, workflows: byKind }, context))
        await retryLater.decided(job.id)
        return true
      } catch (error) {
        endBatch()
        if (stopping?.signal.aborted !== false || (error instanceof LeaseLost && !lease.isHeld())) return false
        if (error instanceof NotDecidedYet && !postponedOnce.has(job.id)) {
          postponedOnce.add(job.id)
          return false
        }
        const isNobodysFault = error instanceof LeaseLost || isUnreachable(error)
        const wait = isNobodysFault ? UNREACHABLE_MS : backOffMs[tries - 1]
        if (wait === undefined) return park(job, turn, error)
        // A lost lease is not the intent's error, and is reported where the lease is renewed.
        if (!(error instanceof LeaseLost)) report(`Intent ${job.id} could not be decided (try ${tries})`, error)
        if (!isNobodysFault) tries += 1
        await pause(wait, undefined, { signal: stopping.signal }).catch(() => {})
      } finally {
        endBatch()
      }
    }
    return false
  }

  /**
   * Returns false if the entry could not be written; the job must then be found again before later ones are decided.
   */
  async function park(job: Job, turn: DecisionOrder, error: unknown): Promise<boolean> {
    report(`Intent ${job.id} is parked: ${error instanceof Error ? error.stack : String(error)}`)
    try {
      await retryLater.add(job, turn, error)
      return true
    } catch (failure) {
      report(`That ${job.id} is parked could not be written`, failure)
      return false
    }
  }

  function add(mailbox: string, account: string, doc: { _id: string }, receivedAt = now().toISOString()) {
    const id = ulidOf(doc._id)
    const key = keyOf(mailbox, id)
    if (known.has(key)) return
    known.add(key)
    queue.add(account, { mailbox, account, id, doc, receivedAt: retryLater.receivedAt(id) ?? receivedAt })
  }

  /** Jobs that are already running are allowed to finish. */
  function startTerm() {
    queue.clear()
    known.clear()
    postponedOnce.clear()
    scanner.rescanAll()
    for (const job of queue.all()) known.add(keyOf(job.mailbox, job.id))
    workflows.forget()
    hasBegunTerm = false
  }

  async function begin(term: number) {
    try {
      await beginTerm(stepIn(term, () => stopping?.signal.aborted === false && lease.isHeld()))
      await retryLater.load()
      if (lease.term() !== term) return
      hasBegunTerm = true
      await goOn()
    } catch (error) {
      if (stopping?.signal.aborted === false) report('The term could not be begun; it is tried again', error)
    } finally {
      beginning = undefined
    }
  }

  async function goOn() {
    await retryLater.applyRetryRequests()
    scanner.sweep()
  }

  async function keepLease() {
    clearTimeout(leaseTimer)
    try {
      const wasHeld = lease.isHeld()
      const termBefore = lease.term()
      const isHeld = await lease.keep()
      if (!isHeld || lease.term() !== termBefore) {
        if (wasHeld && !isHeld) report('Another process decides now.')
        startTerm()
      }
      if (isHeld && hasBegunTerm) await goOn()
      // It may take longer than the lease lasts, so the lease is renewed meanwhile.
      else if (isHeld) beginning ??= begin(lease.term())
    } catch (error) {
      report('The lease could not be kept; it is tried again', error)
    }
    if (stopping?.signal.aborted === false) {
      leaseTimer = setTimeout(() => {
        keepingLease = keepLease()
      }, RENEW_MS)
    }
  }

  return {
    get holdsLease() {
      return lease.isHeld()
    },

    async start() {
      stopping = new AbortController()
      startTerm()
      keepingLease = keepLease()
      await keepingLease
      await beginning
    },

    async stop(others) {
      if (!stopping || stopping.signal.aborted) return
      stopping.abort()
      clearTimeout(leaseTimer)
      scanner.stop()
      queue.clear()
      const patience = new AbortController()
      const isIdle = await Promise.race([
        Promise.all([queue.idle(), keepingLease, beginning, scanner.running(), others]).then(() => true),
        pause(STOP_MS, false, { signal: patience.signal }).catch(() => false),
      ])
      patience.abort()
      // A write in progress may still be stored, so the next holder must wait until the lease expires.
      if (!isIdle) return report('Something is still being written; the lease is left to run out.')
      await lease.release().catch((error: unknown) => report('The lease could not be given back', error))
    },

    hand(mailbox, accountId, intents) {
      if (isDeciding() && intents.length > 0 && scanner.isScanned(mailbox)) {
        for (const intent of intents) add(mailbox, accountId, intent)
        return
      }
      // This also applies while the lease has expired: it may be taken again a moment later.
      const receivedAt = now().toISOString()
      const declined = intents.map(({ _id }) => ({ id: ulidOf(_id), receivedAt }))
      scanner.needsRescan(mailbox, declined)
      scanner.scanSoon(mailbox, accountId)
    },

    async underLease(work) {
      if (isDeciding()) await work({ term: lease.term(), step: stepIn(lease.term()) })
    },

    parked: () => retryLater.list(),
    countParked: () => retryLater.count(),

    async retry(ulid) {
      const isParked = await retryLater.requestRetry(ulid)
      if (isParked && isDeciding()) {
        await retryLater.applyRetryRequests()
        scanner.sweep()
      }
      return isParked
    },

    lag() {
      const open = [...queue.all()]
      const oldest = open.reduce((least, job) => Math.min(least, Date.parse(job.receivedAt)), now().getTime())
      return { open: open.length, oldestSeconds: Math.max(0, Math.floor((now().getTime() - oldest) / 1000)) }
    },

    async idle() {
      while (queue.size() > 0 || scanner.isWaiting()) {
        await queue.idle()
        await scanner.scanNow()
      }
    },
  }
}
