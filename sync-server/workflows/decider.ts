import { setTimeout as pause } from 'node:timers/promises'
import { type Intent, ulidOf } from '#model'
import type { Accounts } from '../accounts/accounts.ts'
import type { Couch } from '../couch/couch.ts'
import { isUnreachable } from '../couch/failures.ts'
import type { Report } from '../couch/outage-log.ts'
import type { DueMarks } from '../mailboxes/due-marks.ts'
import type { Hub } from '../mailboxes/hub.ts'
import type { Mailboxes } from '../mailboxes/mailboxes.ts'
import { openQueues } from '../queues.ts'
import type { Settings } from '../settings.ts'
import { decide, type Job } from './decide.ts'
import { NotDecidedYet, type WorkflowContext, type Workflows, workflowsByKind } from './define-workflow.ts'
import { openLease, RENEW_MS } from './lease.ts'
import { openLines } from './lines.ts'
import { openParked } from './parked.ts'
import { isEarlier, type Turn } from './turn.ts'
import { openUnsettled } from './unsettled.ts'

export interface Decider {
  /** Takes the lease if it is free (else it is tried on) and works off what the last holder left. */
  start(): Promise<void>
  /**
   * Leaves what it has in hand to the next holder, and gives the lease back; where a write does not end in time, or `others`
   * that work under the lease do not, the lease is left to run out.
   */
  stop(others?: Promise<unknown>): Promise<void>
  /**
   * Intents that the gate has just stored, in id order; none: something may be there. Where older ones may be open none is
   * taken: the mailbox is looked into once its line is empty.
   */
  hand(mailbox: string, accountId: string, intents: Intent[]): void
  /** False: another instance decides. */
  readonly holdsLease: boolean
  lag(): { open: number; oldestSeconds: number }
  /** Resolves once everything handed over is decided and the due marks are settled. */
  idle(): Promise<void>
}

const ACCOUNTS_AT_ONCE = 16
const BACK_OFF_MS = [100, 500, 2_000, 5_000, 10_000]
const UNREACHABLE_MS = 500
const STOP_MS = 3_000

interface Needs {
  couch: Couch
  accounts: Accounts
  mailboxes: Mailboxes
  /** One of every declared intent. */
  workflows: Workflows
  dueMarks: DueMarks
  hub: Hub
  settings: Settings
  now: () => Date
  report?: Report
  /** Called before and after every step that writes; tests throw here. */
  onStep?: (point: string) => void
  /** How long to wait after the first, second… failed try; after the last one an intent is parked. */
  backOffMs?: readonly number[]
}

/** Not this intent's fault: without the lease nothing may be written. */
class NoLease extends Error {}

export function openDecider(needs: Needs): Decider {
  const { couch, accounts, mailboxes, workflows, dueMarks, hub, settings, now } = needs
  const { report = console.error, onStep = () => {}, backOffMs = BACK_OFF_MS } = needs
  const lease = openLease({ store: couch.db('work'), name: 'decider', isAlone: settings.couchdbUrl === undefined })
  const byKind = workflowsByKind(workflows.all)
  const parked = openParked(couch.db('work'), now)
  const known = new Set<string>()
  /** Came before what it asks for, and were put back once. */
  const putBack = new Set<string>()
  /** A visitor's intent may lie in their account's mailbox, too: the second is decided as the first was. */
  const oneAtATime = openQueues()
  let stopping: AbortController | undefined
  /** Decisions that were begun. */
  let turns = 0
  /** Without what the last holder parked nobody would know what overtakes it. */
  let knowsParked = false
  let heart: NodeJS.Timeout | undefined
  let beating: Promise<void> = Promise.resolve()

  const keyOf = (mailbox: string, id: string) => `${mailbox}/${id}`
  const lines = openLines<Job>({
    atOnce: ACCOUNTS_AT_ONCE,
    async work(job) {
      const isOver = await work(job)
      // What comes after it may wait for it: all of them are found again by their due marks, in their order.
      const left = isOver ? [job] : [job, ...lines.dropRest(job.account)]
      for (const { mailbox, id } of left) known.delete(keyOf(mailbox, id))
      if (isOver) putBack.delete(job.id)
      else for (const one of left) unsettled.fellBehind(one.mailbox, [one])
    },
    emptied: ({ mailbox, account }) => unsettled.settleSoon(mailbox, account),
  })
  const isDeciding = () => stopping?.signal.aborted === false && lease.isHeld() && knowsParked
  const unsettled = openUnsettled({
    couch,
    dueMarks,
    isDeciding,
    isBusy: (account) => lines.has(account),
    isKnown: (mailbox, id) => known.has(keyOf(mailbox, id)) || parked.isResting(id),
    hand: add,
    report,
  })

  /** Of a decision begun in this term: what it has read, another holder may have changed by the next. */
  const stepIn =
    (term: number): WorkflowContext['step'] =>
    async (name, write) => {
      if (!isDeciding() || lease.term() !== term) throw new NoLease(name)
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
      // One decision, one wake.
      const unhush = hub.hush(job.mailbox)
      const term = lease.term()
      const parkedIn = parked.turn(job.id)
      turns += 1
      const turn = parkedIn ?? { term, n: turns }
      const isOvertakenBy = (other: Turn | undefined) =>
        parkedIn !== undefined && other !== undefined && isEarlier(parkedIn, other)
      try {
        const context = { now, term, turn, isOvertakenBy, step: stepIn(term) }
        await oneAtATime(job.id, () => decide(job, { couch, accounts, mailboxes, workflows: byKind }, context))
        await parked.decided(job.id)
        return true
      } catch (error) {
        unhush()
        if (stopping?.signal.aborted !== false || (error instanceof NoLease && !lease.isHeld())) return false
        if (error instanceof NotDecidedYet && !putBack.has(job.id)) {
          putBack.add(job.id)
          return false
        }
        const isNobodysFault = error instanceof NoLease || isUnreachable(error)
        const wait = isNobodysFault ? UNREACHABLE_MS : backOffMs[tries - 1]
        if (wait === undefined) return park(job, turn, error)
        // That there is no lease for a moment concerns no intent, and is told where it is renewed.
        if (!(error instanceof NoLease)) report(`Intent ${job.id} could not be decided (try ${tries})`, error)
        if (!isNobodysFault) tries += 1
        await pause(wait, undefined, { signal: stopping.signal }).catch(() => {})
      } finally {
        unhush()
      }
    }
    return false
  }

  /** False: that could not be written down, and later ones must not go before it unnoticed. */
  async function park(job: Job, turn: Turn, error: unknown): Promise<boolean> {
    report(`Intent ${job.id} is parked: ${error instanceof Error ? error.stack : String(error)}`)
    try {
      await parked.add(job, turn, error)
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
    lines.add(account, { mailbox, account, id, doc, receivedAt: parked.receivedAt(id) ?? receivedAt })
  }

  /** What goes on is let go on. */
  function beginAnew() {
    lines.clear()
    known.clear()
    putBack.clear()
    unsettled.allFellBehind()
    for (const job of lines.all()) known.add(keyOf(job.mailbox, job.id))
    workflows.forget()
    knowsParked = false
  }

  async function beat() {
    clearTimeout(heart)
    try {
      const wasHeld = lease.isHeld()
      const termBefore = lease.term()
      const isHeld = await lease.keep()
      if (!isHeld || lease.term() !== termBefore) {
        if (wasHeld && !isHeld) report('Another process decides now.')
        beginAnew()
      }
      if (isHeld && !knowsParked) {
        await parked.load()
        knowsParked = true
      }
      if (isHeld) unsettled.sweep()
    } catch (error) {
      report('The lease could not be kept; it is tried again', error)
    }
    if (stopping?.signal.aborted === false) {
      heart = setTimeout(() => {
        beating = beat()
      }, RENEW_MS)
    }
  }

  return {
    get holdsLease() {
      return lease.isHeld()
    },

    async start() {
      stopping = new AbortController()
      beginAnew()
      beating = beat()
      await beating
    },

    async stop(others) {
      if (!stopping || stopping.signal.aborted) return
      stopping.abort()
      clearTimeout(heart)
      unsettled.stop()
      lines.clear()
      const patience = new AbortController()
      const isIdle = await Promise.race([
        Promise.all([lines.idle(), beating, unsettled.running(), others]).then(() => true),
        pause(STOP_MS, false, { signal: patience.signal }).catch(() => false),
      ])
      patience.abort()
      // What was begun may still be written: who comes next is to wait for it.
      if (!isIdle) return report('Something is still being written; the lease is left to run out.')
      await lease.release().catch((error: unknown) => report('The lease could not be given back', error))
    },

    hand(mailbox, accountId, intents) {
      if (isDeciding() && intents.length > 0 && unsettled.isCaughtUp(mailbox)) {
        for (const intent of intents) add(mailbox, accountId, intent)
        return
      }
      // Also while the lease has run out: for a moment, for all one knows.
      const receivedAt = now().toISOString()
      const declined = intents.map(({ _id }) => ({ id: ulidOf(_id), receivedAt }))
      unsettled.fellBehind(mailbox, declined)
      unsettled.settleSoon(mailbox, accountId)
    },

    lag() {
      const open = [...lines.all()]
      const oldest = open.reduce((least, job) => Math.min(least, Date.parse(job.receivedAt)), now().getTime())
      return { open: open.length, oldestSeconds: Math.max(0, Math.floor((now().getTime() - oldest) / 1000)) }
    },

    async idle() {
      while (lines.size() > 0 || unsettled.isWaiting()) {
        await lines.idle()
        await unsettled.settleNow()
      }
    },
  }
}
