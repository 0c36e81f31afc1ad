import { hasUnpaidEarnings, PAYOUT_STATES, type PayoutState } from '#model'
import { lastDigits } from '../accounts/account-record.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Kyc } from '../applications/kyc.ts'
import { openKeyedMutex } from '../concurrency/keyed-mutex.ts'
import { type CoreKind, contentOf, type Step } from '../core/core-document.ts'
import { type Decided, openCoreStore } from '../core/core-store.ts'
import type { Kept } from '../core/sweep.ts'
import type { Couch } from '../couch/couch.ts'
import type { Stored } from '../couch/store.ts'
import type { Outbox } from '../email/outbox.ts'
import type { Feeds } from '../feeds/feeds.ts'
import type { Mailboxes } from '../mailboxes/mailboxes.ts'
import { type Earnings, openEarnings } from './earnings.ts'
import {
  isOpen,
  newestPayouts,
  type Payee,
  type PayoutContent,
  type PayoutRecord,
  payoutIdOf,
  payoutRow,
} from './payout-record.ts'
import { tellPayout } from './tell-payout.ts'

type Found = PayoutRecord & Stored

/** An admin's decision about a payout; `version` is the one that the admin has read. */
export type PayoutOutcome = { version: number; by: string } & (
  | { state: 'paid'; reference: string }
  | { state: 'failed'; reason: string }
)

type PayoutRefusal = 'payout_unknown' | 'payout_changed' | 'not_exported'

/** Tells what became of a payout, in the holder's `step`. */
export type TellPayout = (payout: Found, step: Step) => Promise<void>

/** A payout in a bank file, with the account that it goes to. */
export interface Payable {
  payout: Found
  account: { number: string; ifsc: string }
}

export interface Payouts {
  /**
   * Makes the partner's next payout of everything that is free and not held; undefined if there is nothing. Safe to
   * repeat after a stop at any point: what the last payout has taken is marked first. For the holder of the lease only.
   */
  make(partner: string, asked: { at: string; intent?: string }, step: Step): Promise<Found | undefined>
  /**
   * Puts every payout that waits and has a bank account into the bank file `batch`, a ULID. A repeat returns the same
   * file, with the payouts that wait by then added; with `isAgain` none is added.
   */
  exportBatch(batch: string, by: string, isAgain: boolean): Promise<Payable[]>
  /** Writes what became of a payout; a repeat with the same outcome succeeds. */
  settle(id: string, outcome: PayoutOutcome): Promise<Decided<PayoutRecord, PayoutRefusal>>
  /** Call it when the partner's bank account has changed: payouts that wait get the new one. */
  bankChanged(partner: string): Promise<void>
  /** Whether something that the person has earned as a partner is not paid. */
  isOwed(partner: string): Promise<boolean>
  /** Takes the name of a deleted account off its payouts, and off the admins' rows. */
  erase(partner: string): Promise<void>
  /** The payouts in this state, at most 1,000 by default: those that wait oldest first, the others newest first. */
  list(state: PayoutState, atMost?: number): Promise<Found[]>
  /** All payouts of the partner, for their export. */
  of(partner: string): Promise<Found[]>
  kept: Kept<PayoutRecord>
}

interface Needs {
  couch: Couch
  accounts: Pick<Accounts, 'get'>
  mailboxes: Pick<Mailboxes, 'put'>
  outbox: Pick<Outbox, 'post'>
  feeds: Pick<Feeds, 'adminRows'>
  kyc: Pick<Kyc, 'bankOf'>
  now: () => Date
}

const LISTED = 1_000
const ALL = 10_000
const AT_ONCE = 8

/** Opens the partners' earnings and payouts: both are changed in one queue for each partner. */
export function openMoney(needs: Needs): { earnings: Earnings; payouts: Payouts } {
  const { couch, accounts, kyc, now } = needs
  const partners = couch.db('partners')
  const inQueue = openKeyedMutex()

  const earnings = openEarnings({ ...needs, inQueue, finishMarking })
  const kind: CoreKind<PayoutRecord> = {
    database: 'partners',
    idPrefix: 'payout:',
    // A payout has no deadline: only people move it.
    deadlineOf: () => undefined,
    due: async (payout) => ({ later: contentOf(payout) }),
    tell: (payout, news) => tellPayout(payout, news, { ...needs, earnings }),
    openRows(payout) {
      const row = payoutRow(payout)
      return row ? [{ feed: 'admin', row }] : []
    },
  }
  const store = openCoreStore(couch, kind)

  const runsAtOnce: Step = (_name, write) => write()
  /** Marks the earnings of the last payout, which may not carry its number yet. */
  async function finishMarking(partner: string) {
    const [last] = await newestPayouts(couch, store.read, partner)
    if (last && last.state !== 'failed') await earnings.mark(last, runsAtOnce)
  }

  async function numbersOfFailed(partner: string) {
    const selector = { partner, state: 'failed' }
    return (await partners.find<PayoutRecord>('by-partner', { selector, fields: ['n'], limit: ALL })).map(({ n }) => n)
  }

  /** Undefined once the account is deleted. */
  async function payeeOf(partner: string): Promise<Payee | undefined> {
    const account = await accounts.get(partner)
    if (account?.status !== 'active') return undefined
    const bank = await kyc.bankOf(partner)
    return {
      name: account.name,
      ...(account.city !== undefined && { city: account.city }),
      // A bank needs the IFSC as well.
      ...(bank?.ifsc !== undefined && { bankAccountEnds: lastDigits(bank.number) }),
    }
  }

  const make: Payouts['make'] = (partner, asked, step) =>
    inQueue(partner, async () => {
      const newest = await newestPayouts(couch, store.read, partner)
      const made = newest.find(({ entries }) => entries.some(({ intent }) => intent && intent === asked.intent))
      const [last] = newest
      if (last && last.state !== 'failed') await earnings.mark(last, step)
      const free = made ? [] : await earnings.free(partner, await numbersOfFailed(partner))
      if (!made && free.length === 0) return undefined
      const n = made?.n ?? (last?.n ?? 0) + 1
      const payee = await payeeOf(partner)
      const decided = await step('write payout', () =>
        store.decide<'made'>(payoutIdOf(partner, n), asked, (before) =>
          before ? { refused: 'made' } : { what: 'made', content: payoutOf({ partner, n, at: asked.at, payee }, free) },
        ),
      )
      if ('refused' in decided) throw new Error(`${payoutIdOf(partner, n)} was made by somebody else`)
      await earnings.mark(decided.doc, step)
      return decided.doc
    })

  async function exportOne({ _id, partner }: PayoutRecord, batch: string, by: string): Promise<Payable | undefined> {
    const [bank, payee] = await Promise.all([kyc.bankOf(partner), payeeOf(partner)])
    if (bank?.ifsc === undefined || !payee) return undefined
    const { number, ifsc } = bank
    const decided = await store.decide<'gone' | 'again'>(_id, { at: now().toISOString() }, (payout) => {
      if (payout?.state === 'exported' && payout.batch === batch) return { refused: 'again' }
      if (payout?.state !== 'to_pay') return { refused: 'gone' }
      const content = { ...contentOf(payout), state: 'exported' as const, batch, by, payee }
      return { what: 'exported', content }
    })
    if ('refused' in decided && decided.refused === 'gone') return undefined
    return decided.doc && { payout: decided.doc, account: { number, ifsc } }
  }

  function list(state: PayoutState, limit = LISTED) {
    const direction = state === 'to_pay' || state === 'exported' ? 'asc' : 'desc'
    const sort = [{ state: direction }, { at: direction }] as const
    return partners.find<PayoutRecord>('by-state', {
      ...{ selector: { state, at: { $gt: null } }, sort: [...sort], limit },
    })
  }

  async function changeThose(
    partner: string,
    states: readonly PayoutState[],
    what: string,
    change: (payout: PayoutRecord) => PayoutContent,
  ) {
    for (const state of states) {
      const selector = { partner, state }
      const found = await partners.find('by-partner', { selector, fields: ['_id'], limit: ALL })
      for (const { _id } of found)
        await store.decide<'over'>(_id, { at: now().toISOString() }, (payout) =>
          payout && states.includes(payout.state) ? { what, content: change(payout) } : { refused: 'over' },
        )
    }
  }

  const payouts: Payouts = {
    kept: { kind, store },
    make,
    list,

    async exportBatch(batch, by, isAgain) {
      const inBatch = (await list('exported', ALL)).filter((payout) => payout.batch === batch)
      const wanted = isAgain ? inBatch : [...inBatch, ...(await list('to_pay', ALL))]
      const payable: (Payable | undefined)[] = []
      for (let i = 0; i < wanted.length; i += AT_ONCE) {
        const some = wanted.slice(i, i + AT_ONCE).map((payout) => exportOne(payout, batch, by))
        payable.push(...(await Promise.all(some)))
      }
      return payable.filter((one) => one !== undefined)
    },

    settle: (id, { version, by, ...outcome }) =>
      store
        .decide<PayoutRefusal | 'again'>(id, { at: now().toISOString() }, (payout) => {
          if (!payout) return { refused: 'payout_unknown' }
          if (isSame(payout, outcome)) return { refused: 'again' }
          if (!isOpen(payout.state) || payout.version !== version) return { refused: 'payout_changed' }
          if (payout.state === 'to_pay' && outcome.state === 'paid') return { refused: 'not_exported' }
          return { what: outcome.state, content: { ...contentOf(payout), ...outcome, by } }
        })
        .then((decided) => {
          if (!('refused' in decided)) return decided
          const { refused, doc } = decided
          if (refused !== 'again') return { refused, ...(doc && { doc }) }
          if (!doc) throw new Error(`${id} is not there`)
          return { doc }
        }),

    async bankChanged(partner) {
      const payee = await payeeOf(partner)
      await changeThose(partner, ['to_pay'], 'bank account changed', (payout) => ({
        ...contentOf(payout),
        ...(payee && { payee }),
      }))
    },

    isOwed: async (partner) => hasUnpaidEarnings(await earnings.of(partner), await payouts.of(partner)),

    erase: (partner) =>
      changeThose(partner, PAYOUT_STATES, 'erased', (payout) => {
        const { payee: _, ...figures } = contentOf(payout)
        return figures
      }),

    of: (partner) => partners.range<PayoutRecord>(`payout:${partner}:`, `payout:${partner}:\uffff`, ALL),
  }
  return { earnings, payouts }
}

const payoutOf = (
  { partner, n, at, payee }: Pick<PayoutRecord, 'partner' | 'n' | 'at'> & { payee: Payee | undefined },
  free: readonly { _id: string; rupees: number }[],
): PayoutContent => ({
  ...{ type: 'payout', partner, n, state: 'to_pay', at },
  ...(payee && { payee }),
  earnings: free.map(({ _id }) => _id),
  rupees: free.reduce((sum, { rupees }) => sum + rupees, 0),
})

const isSame = (payout: PayoutRecord, outcome: { state: string; reference?: string; reason?: string }) =>
  payout.state === outcome.state && payout.reference === outcome.reference && payout.reason === outcome.reason
