import * as v from 'valibot'
import {
  DECLINED_KEPT_DAYS,
  type DeclinedDelivery,
  intentId,
  KEPT_FOR,
  type Notice,
  type Receipt,
  ulidOf,
} from '#model'
import type { Couch } from '../couch/couch.ts'
import { isStatus, isUnreachable } from '../couch/failures.ts'
import type { Report } from '../couch/outage-log.ts'
import type { Store, Stored } from '../couch/store.ts'
import { LeaseLost } from '../lease/lease.ts'
import type { ChangeNotifier } from './change-notifier.ts'
import type { MailboxOwner } from './move-mailbox.ts'
import { needsNewGeneration, type Rotation } from './rotation.ts'

/**
 * Removes old intents with their receipts, old notices and old declined marks from the mailboxes of active accounts. If
 * a removed intent comes back from an old phone, the decider finds its decision in `audit`.
 */
export interface Retention {
  /**
   * Goes through all mailboxes, unless the last pass ended less than a day ago. A pass that was interrupted continues
   * after the last account that was noted. Does nothing while another instance holds the lease.
   */
  work(): Promise<void>
}

/** The record in `work`: a pass that is not over yet, or the end of the last one. */
interface Progress {
  _id: 'retention'
  type: 'retention'
  /** The last account of the pages that are finished. */
  after?: string
  doneAt?: string
}

type Step = <T>(name: string, write: () => Promise<T>) => Promise<T>

const DAY_MS = 86_400_000
const ACCOUNTS_AT_ONCE = 100
const DOCUMENTS_AT_ONCE = 200
/** An intent has one leaf; on a cluster a second one may come to light when the first is removed. */
const LEAVES_AT_MOST = 3

const Asked = v.object({ kind: v.string(), payload: v.record(v.string(), v.unknown()) })

interface Needs {
  couch: Couch
  notifier: Pick<ChangeNotifier, 'notify'>
  rotation: Pick<Rotation, 'want'>
  /** Does nothing while another instance holds the lease; every write goes through `step`. */
  underLease: (work: (held: { step: Step }) => Promise<void>) => Promise<void>
  now: () => Date
  report: Report
  accountsAtOnce?: number
}

export function openRetention(needs: Needs): Retention {
  const { couch, notifier, rotation, underLease, now, report, accountsAtOnce = ACCOUNTS_AT_ONCE } = needs
  const work = couch.db('work')
  const ageMs = (at: string) => now().getTime() - Date.parse(at)
  const isPast = (at: string, days: number) => ageMs(at) > days * DAY_MS

  async function pass(): Promise<void> {
    for (;;) {
      const progress = await work.get<Progress>('retention')
      // An end in the future was noted by a clock that was ahead: waiting for it could take years.
      if (progress?.doneAt !== undefined && Math.abs(ageMs(progress.doneAt)) <= DAY_MS) return
      const after = progress?.after ?? 'account:'
      const accounts = await couch
        .db('accounts')
        .range<MailboxOwner>(`${after}\u0000`, 'account:\uffff', accountsAtOnce)
      // Each mailbox is one piece of work under the lease, so that a stopping service does not wait for more.
      for (const account of accounts) if (!(await whileHeld((step) => clearOrReport(account, step)))) return
      const last = accounts.length < accountsAtOnce ? undefined : accounts.at(-1)?._id
      const next = last === undefined ? { doneAt: now().toISOString() } : { after: last }
      const note: Progress & { _rev?: string } = { _id: 'retention', type: 'retention', ...next }
      if (!(await whileHeld(() => work.put({ ...note, ...(progress && { _rev: progress._rev }) })))) return
      if (last === undefined) return
    }
  }

  /** Returns false if this instance does not hold the lease. */
  async function whileHeld(run: (step: Step) => Promise<unknown>): Promise<boolean> {
    let isHeld = false
    await underLease(async ({ step }) => {
      isHeld = true
      await run(step)
    })
    return isHeld
  }

  /** A mailbox that fails does not delay the others; it is tried again in the next pass. */
  async function clearOrReport(account: MailboxOwner, step: Step) {
    if (account.status !== 'active' || !account.mailbox) return
    const { id, mailbox } = account
    try {
      await clearIntents(couch.db(mailbox.name), step)
      await clearNotices(couch.db(mailbox.name), step)
      await clearDeclined(couch.db(mailbox.name), step)
      if (needsNewGeneration(await couch.db(mailbox.name).size())) await rotation.want(id)
    } catch (error) {
      if (error instanceof LeaseLost || isUnreachable(error)) throw error
      // The account was deleted, or its mailbox moved, since its record was read.
      if (!isStatus(error, 404)) report(`Old documents in ${mailbox.name} could not be removed`, error)
    }
  }

  async function clearIntents(store: Store, step: Step) {
    const kept = openKeptIntents()
    for await (const receipts of pages<Receipt>(store, 'receipt:')) {
      const isOld = ({ outcome, decidedAt }: Receipt) =>
        isPast(decidedAt, outcome === 'refused' ? KEPT_FOR.refusedIntentDays : KEPT_FOR.intentDays)
      const intents = await intentsOf(
        store,
        receipts.filter((receipt) => isOld(receipt) || receipt.outcome === 'refused'),
      )
      const gone = receipts.filter((receipt) => {
        const intent = intents.get(ulidOf(receipt._id))
        if (isOld(receipt) && !(intent && kept.need(intent))) return true
        kept.add(receipt, intent)
        return false
      })
      const oldIntents = gone.flatMap(({ _id }) => intents.get(ulidOf(_id)) ?? [])
      // An intent without a receipt would count as open, on the devices too, so the receipts are removed last.
      const left = await remove(store, oldIntents, 'intents', step)
      const answered = gone.filter(({ _id }) => !left.has(intentId(ulidOf(_id))))
      await remove(store, answered, 'receipts', step)
    }
  }

  async function clearNotices(store: Store, step: Step) {
    for await (const notices of pages<Notice>(store, 'notice:')) {
      const old = notices.filter(({ at }) => isPast(at, KEPT_FOR.noticeDays))
      await remove(store, old, 'notices', step)
    }
  }

  async function clearDeclined(store: Store, step: Step) {
    for await (const marks of pages<DeclinedDelivery>(store, 'declined:')) {
      const old = marks.filter(({ updatedAt }) => isPast(updatedAt, DECLINED_KEPT_DAYS))
      await remove(store, old, 'declined marks', step)
    }
  }

  /** Returns the ids of those that still exist. */
  async function remove(store: Store, docs: Stored[], what: string, step: Step): Promise<Set<string>> {
    let open = docs
    for (let tries = 0; open.length > 0 && tries < LEAVES_AT_MOST; tries += 1) {
      const tombstones = open.map(({ _id, _rev }) => ({ _id, _rev, _deleted: true }))
      await step(`remove ${what}`, () => store.putAll(tombstones))
      notifier.notify(store.name)
      open = (await store.many(open.map(({ _id }) => _id))).filter((doc) => doc !== undefined)
    }
    return new Set(open.map(({ _id }) => _id))
  }

  return {
    async work() {
      try {
        await pass()
      } catch (error) {
        // The next holder continues.
        if (!(error instanceof LeaseLost)) throw error
      }
    },
  }
}

/** Yields the documents with this prefix, by id, in small pages. */
async function* pages<T extends object>(store: Store, prefix: string): AsyncGenerator<(T & Stored)[]> {
  for (let from: string | undefined = prefix; from !== undefined; ) {
    const page: (T & Stored)[] = await store.range<T>(from, `${prefix}\uffff`, DOCUMENTS_AT_ONCE)
    yield page
    const last = page.length < DOCUMENTS_AT_ONCE ? undefined : page.at(-1)
    from = last && `${last._id}\u0000`
  }
}

/** Returns the intents of these receipts by their ULIDs. */
async function intentsOf(store: Store, receipts: readonly { _id: string }[]): Promise<Map<string, Stored>> {
  const ids = receipts.map(({ _id }) => intentId(ulidOf(_id)))
  const listed = await store.many<object>(ids)
  // A list reads one copy, which may lack an intent: without its receipt it would count as open.
  const found = await Promise.all(ids.map((id, i) => listed[i] ?? store.get<object>(id)))
  return new Map(found.flatMap((intent) => (intent ? [[ulidOf(intent._id), intent] as const] : [])))
}

/**
 * The intents that are kept, oldest first, and which later ones belong to them: those that name one of them, and those
 * of the same kind as a refused one. Without these, a device would show the refused one as open again.
 */
function openKeptIntents() {
  const ulids = new Set<unknown>()
  const refusedKinds = new Set<string>()
  return {
    add({ _id, outcome }: Receipt, intent: Stored | undefined) {
      ulids.add(ulidOf(_id))
      const asked = v.safeParse(Asked, intent)
      if (outcome === 'refused' && asked.success) refusedKinds.add(asked.output.kind)
    },
    need(intent: Stored): boolean {
      const asked = v.safeParse(Asked, intent)
      if (!asked.success) return false
      const { kind, payload } = asked.output
      return refusedKinds.has(kind) || Object.values(payload).some((named) => ulids.has(named))
    },
  }
}
