import { type Earning, type EarningKind, ulidOf } from '#model'
import type { Accounts } from '../accounts/accounts.ts'
import type { Step, TellStep } from '../core/core-document.ts'
import type { Couch } from '../couch/couch.ts'
import type { Stored } from '../couch/store.ts'
import type { Mailboxes } from '../mailboxes/mailboxes.ts'
import { type CalledFor, type EarningOrder, earningsCalledFor } from './earned.ts'
import { type PayoutRecord, payoutIdOf } from './payout-record.ts'

/** What a partner earns with one order: `earning:<partner's account>:<order's ULID>:<kind>` in `partners`. */
export interface EarningRecord {
  _id: string
  type: 'earning'
  version: number
  /** The partner's account. */
  partner: string
  /** The order's id. */
  order: string
  /** The version of the order that last changed it: an older version that is told late changes nothing. */
  orderVersion: number
  kind: EarningKind
  rupees: number
  at: string
  held: boolean
  /** An admin has looked at it, and has not paid it: no sum counts it. */
  notPaid?: true
  /** The number of the last payout that took it; 0 before. It is free again if that payout has failed. */
  payout: number
}

export interface Earnings {
  /**
   * Returns the writes that tell partners what they have earned with this order: each earning is written once; later
   * tellings change only whether it is held or not paid, and never once a payout has taken it.
   */
  steps(order: EarningOrder): TellStep[]
  /** The partner's earnings that a payout may take now. An index that lags leaves some for the next payout. */
  free(partner: string, failed: readonly number[]): Promise<(EarningRecord & Stored)[]>
  /** Marks the earnings of a payout with its number; safe to repeat, also after the payout has failed. */
  mark(payout: Pick<PayoutRecord, 'partner' | 'n' | 'earnings'>, step: Step): Promise<void>
  /** Copies these earnings to their partner's devices. */
  deliver(partner: string, ids: readonly string[]): Promise<void>
  /** All earnings of the partner, for their export. */
  of(partner: string): Promise<(EarningRecord & Stored)[]>
}

/** More than a partner delivers in months; the rest goes into the next payout. */
const IN_A_PAYOUT = 2_000
const ALL = 100_000
const AT_ONCE = 8

interface Needs {
  couch: Couch
  accounts: Pick<Accounts, 'get'>
  mailboxes: Pick<Mailboxes, 'put'>
  /** Runs the work on one partner's money one after another. */
  inQueue<T>(partner: string, work: () => Promise<T>): Promise<T>
  /** Marks what the partner's last payout has taken, if a crash has left that undone. Called in the queue. */
  finishMarking(partner: string): Promise<void>
}

export function openEarnings({ couch, accounts, mailboxes, inQueue, finishMarking }: Needs): Earnings {
  const store = couch.db('partners')

  const isFailed = async (partner: string, n: number) =>
    (await store.get<PayoutRecord>(payoutIdOf(partner, n)))?.state === 'failed'
  const isFree = async ({ partner, held, notPaid, payout }: EarningRecord) =>
    !held && !notPaid && (payout === 0 || (await isFailed(partner, payout)))

  async function write({ _id: order, version }: EarningOrder, called: CalledFor) {
    const _id = earningId(called.partner, order, called.kind)
    await inQueue(called.partner, async () => {
      const before = await store.get<EarningRecord>(_id)
      if (!before) await store.create(newEarning(_id, { order, version }, called))
      else if (isChanged(before, version, called)) await change(before, version, called)
    })
    await deliver(called.partner, [_id])
  }

  async function change({ _id, partner }: EarningRecord, version: number, called: CalledFor) {
    await finishMarking(partner)
    const now = await store.get<EarningRecord>(_id)
    if (!now || (now.payout > 0 && !(await isFailed(partner, now.payout)))) return
    await store.update<EarningRecord>(_id, (earning) => {
      if (!earning || earning.payout !== now.payout || !isChanged(earning, version, called)) return undefined
      const { notPaid: _, ...rest } = earning
      return {
        ...{ ...rest, held: called.isHeld, orderVersion: version, version: earning.version + 1 },
        ...(called.isNotPaid && { notPaid: true as const }),
        // The sum changes only if an admin decides that a held earning is paid.
        ...(called.isSettled && { rupees: called.rupees }),
      }
    })
  }

  async function deliver(partner: string, ids: readonly string[]) {
    const account = await accounts.get(partner)
    if (account?.status !== 'active' || account.lacksMailbox) return
    for (let i = 0; i < ids.length; i += AT_ONCE)
      await Promise.all(
        ids.slice(i, i + AT_ONCE).map(async (id) => {
          const earning = await store.get<EarningRecord>(id)
          if (earning) await mailboxes.put(account.mailbox.name, earningFact(earning))
        }),
      )
  }

  async function markOne(id: string, n: number) {
    const before = await store.get<EarningRecord>(id)
    if (!before || before.payout === n) return
    // This payout has failed, and a later one has taken the earning.
    if (before.payout > 0 && !(await isFailed(before.partner, before.payout))) return
    await store.update<EarningRecord>(id, (earning) =>
      earning && earning.payout === before.payout
        ? { ...earning, payout: n, held: false, version: earning.version + 1 }
        : undefined,
    )
  }

  return {
    deliver,

    steps: (order) =>
      earningsCalledFor(order).map((called) => ({
        name: 'write earning',
        write: () => write(order, called),
      })),

    async free(partner, failed) {
      const found: (EarningRecord & Stored)[] = []
      for (const payout of [0, ...failed]) {
        const selector = { partner, payout }
        const listed = await store.find('by-payout', { selector, fields: ['_id'], limit: IN_A_PAYOUT })
        for (let i = 0; i < listed.length; i += AT_ONCE) {
          const some = listed.slice(i, i + AT_ONCE).map(({ _id }) => store.get<EarningRecord>(_id))
          for (const earning of await Promise.all(some)) if (earning && (await isFree(earning))) found.push(earning)
        }
      }
      return [...new Map(found.map((one) => [one._id, one])).values()].slice(0, IN_A_PAYOUT)
    },

    async mark({ n, earnings }, step) {
      for (let i = 0; i < earnings.length; i += AT_ONCE)
        await step('mark earnings', () => Promise.all(earnings.slice(i, i + AT_ONCE).map((id) => markOne(id, n))))
    },

    of: (partner) => store.range<EarningRecord>(`earning:${partner}:`, `earning:${partner}:\uffff`, ALL),
  }
}

const earningId = (partner: string, order: string, kind: EarningKind) => `earning:${partner}:${ulidOf(order)}:${kind}`

const newEarning = (
  _id: string,
  { order, version: orderVersion }: { order: string; version: number },
  { partner, kind, rupees, at, isHeld, isNotPaid }: CalledFor,
): EarningRecord => ({
  ...{ _id, type: 'earning', version: 1, partner, order, orderVersion, kind, rupees, at, held: isHeld, payout: 0 },
  ...(isNotPaid && { notPaid: true }),
})

function isChanged({ held, notPaid, rupees, orderVersion }: EarningRecord, version: number, called: CalledFor) {
  const hasNewSum = called.isSettled && rupees !== called.rupees
  return version > orderVersion && (held !== called.isHeld || (notPaid === true) !== called.isNotPaid || hasNewSum)
}

/** The earning as its partner's devices see it, field by field. */
export function earningFact(earning: EarningRecord): Earning {
  const { _id, version, partner, order, kind, rupees, at, held, notPaid, payout } = earning
  return {
    _id: `earning:${_id.slice(`earning:${partner}:`.length)}`,
    ...{ type: 'earning', version, order, kind, rupees, at },
    ...(held && { held }),
    ...(notPaid && { notPaid }),
    ...(payout > 0 && { payout }),
  }
}
