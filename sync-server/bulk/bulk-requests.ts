import {
  BULK_REQUESTS_A_DAY,
  bulkEndsAt,
  bulkId,
  MOST_INTEREST_CHANGES,
  type RefusalOf,
  type RequestBulk,
} from '#model'
import type { AccountRecord } from '../accounts/account-record.ts'
import { type CoreKind, contentOf, type Judgement, type Step } from '../core/core-document.ts'
import { type Decided, openCoreStore } from '../core/core-store.ts'
import type { Kept } from '../core/sweep.ts'
import type { Couch } from '../couch/couch.ts'
import type { Stored } from '../couch/store.ts'
import { referenceNumber } from '../decider/reference-number.ts'
import {
  type BulkContent,
  type BulkRecord,
  bulkRow,
  deadlinesOf,
  ended,
  erased,
  forgotten,
  HAPPENED,
  handedOver,
  interestOf,
  isOpen,
  NOBODY,
  unservedRow,
  withInterest,
  withoutSupplier,
} from './bulk-record.ts'
import { type BulkTelling, type BulkTellingNeeds, openBulkTelling } from './tell-bulk.ts'

/** When an intent is decided, and its ULID. */
interface Asked {
  at: string
  intent: string
}

export interface BulkRequests {
  /** Writes a request; a repeat of the intent returns the one that it made. Refused if something else has made it. */
  post(
    asked: Asked,
    buyer: Pick<AccountRecord, 'id'>,
    request: RequestBulk & { isUnserved: boolean },
  ): Promise<Decided<BulkRecord, 'not_understood'>>
  /** Returns true once this account has used up its requests of 24 hours. The index may lag by a moment. */
  isTooMany(account: Pick<AccountRecord, 'id' | 'role'>, now: Date): Promise<boolean>
  /** Shows interest; refused as `interested` if it is shown already. */
  showInterest(
    request: string,
    asked: Asked,
    supplier: Pick<AccountRecord, 'id' | 'citiesServed' | 'autoResponse'>,
  ): Promise<Decided<BulkRecord, RefusalOf<'show-interest'> | 'interested'>>
  /** Withdraws interest; refused as `withdrawn` if it is withdrawn already. */
  withdrawInterest(
    request: string,
    asked: Asked,
    supplier: string,
  ): Promise<Decided<BulkRecord, RefusalOf<'withdraw-interest'> | 'withdrawn'>>
  /** Ends the request: as agreed with `agreedWith`, who must have or have had interest, or else as withdrawn. */
  end(request: string, asked: Asked, agreedWith?: string): Promise<Decided<BulkRecord, RefusalOf<'withdraw-bulk'>>>
  /** Notes that an admin has answered the buyer of a city without a supplier. */
  settle(
    request: string,
    asked: Asked & { by: string; note?: string },
  ): Promise<Decided<BulkRecord, 'item_unknown' | 'already_settled'>>
  get(request: string): Promise<(BulkRecord & Stored) | undefined>
  /** The requests of these accounts. */
  of(accounts: readonly string[]): Promise<(BulkRecord & Stored)[]>
  /** Tells the buyers of open requests that the supplier's name or phone number has changed by this intent. */
  supplierChanged(supplier: string, asked: Asked): Promise<void>
  /** Withdraws the interest in open requests of an account that lost the supplier's role then. Safe to repeat. */
  supplierLost(supplier: string, at: string): Promise<void>
  /** Hands a visitor's requests over to the account that they sign in to. */
  handOver(visitor: string, account: { id: string }): Promise<void>
  /** Ends the account's requests and empties their personal fields. */
  erase(account: string): Promise<void>
  /** Removes a deleted account from all requests that it had interest in; returns their ids. */
  eraseSupplier(supplier: string): Promise<string[]>
  kept: Kept<BulkRecord>
}

const DAY_MS = 86_400_000
/** The daily limit lets an account reach this number only after 1,000 days. */
const ALL = 10_000
/** How many told entries a request keeps: enough for 25 suppliers who change their interest as often as they may. */
const ENTRIES_KEPT = 500

interface Needs extends BulkTellingNeeds {
  couch: Couch
  now: () => Date
}

export function openBulkRequests({ couch, now, ...needs }: Needs): BulkRequests {
  const requests = couch.db('bulk-requests')
  const { tell, deliver, deliverFigures }: BulkTelling = openBulkTelling({ couch, ...needs })

  const kind: CoreKind<BulkRecord> = {
    database: 'bulk-requests',
    idPrefix: bulkId(''),
    entriesAtMost: ENTRIES_KEPT,
    deadlineOf(bulk) {
      if (bulk.state === 'pending') return bulkEndsAt(bulk).toISOString()
      const { countAt, forgetAt } = deadlinesOf(bulk)
      return [countAt, forgetAt].filter((one) => one !== undefined).toSorted()[0]
    },
    takesAway: ({ state }) => state === 'pending',
    due,
    tell,
    openRows(bulk) {
      const [row, unserved] = [bulkRow(bulk), unservedRow(bulk)]
      return [
        ...(row ? [{ feed: 'bulk' as const, row }] : []),
        ...(unserved ? [{ feed: 'admin' as const, row: unserved }] : []),
      ]
    },
  }
  const store = openCoreStore(couch, kind)

  async function due(bulk: BulkRecord, { now, step }: { now: Date; step: Step }): Promise<Judgement<BulkRecord>> {
    const at = now.toISOString()
    if (bulk.state === 'pending') return { what: HAPPENED.expired, content: ended(bulk, 'expired', at) }
    const { countAt } = deadlinesOf(bulk)
    if (countAt === undefined || countAt > at) return { what: HAPPENED.forgotten, content: forgotten(bulk) }
    await step('deliver figures', () => deliverFigures(bulk))
    return { later: { ...contentOf(bulk), isCounted: true } }
  }

  async function ofAccounts(accounts: readonly string[]): Promise<(BulkRecord & Stored)[]> {
    const find = (account: string) => {
      const selector = { account, postedAt: { $gt: null } }
      return requests.find<BulkRecord>('by-account', { selector, limit: ALL })
    }
    return (await Promise.all(accounts.map(find))).flat()
  }

  /** Changes the requests in which the supplier has or had interest, by a view that may lag. Returns their ids. */
  async function changeEach(
    supplier: string,
    asked: { at: string; intent?: string },
    change: (bulk: BulkRecord) => { what: string; content: BulkContent } | undefined,
  ): Promise<string[]> {
    const ids = await requests.idsByKey('by-supplier', supplier)
    for (const id of ids)
      await store.decide<'other'>(id, asked, (bulk) => (bulk && change(bulk)) ?? { refused: 'other' })
    return ids
  }

  const isInterested = (bulk: BulkRecord, supplier: string) => {
    const interest = interestOf(bulk, supplier)
    return interest !== undefined && interest.withdrawnAt === undefined
  }

  function interestWithdrawn(bulk: BulkRecord, supplier: string, withdrawnAt: string) {
    const { at = withdrawnAt, autoResponse } = interestOf(bulk, supplier) ?? {}
    const change = { at, withdrawnAt, ...(autoResponse !== undefined && { autoResponse }) }
    return { what: HAPPENED.interestWithdrawn, content: withInterest(bulk, supplier, change) }
  }

  return {
    kept: { kind, store },

    post: (asked, buyer, { isUnserved, additionalNotes, ...request }) =>
      store.decide<'not_understood'>(bulkId(asked.intent), asked, (before) => {
        if (before) return { refused: 'not_understood' }
        const content: BulkContent = {
          ...request,
          ...(additionalNotes !== undefined && { additionalNotes }),
          ...{ type: 'bulk', number: referenceNumber('BLK', new Date(asked.at)), account: buyer.id },
          ...{ state: 'pending', postedAt: asked.at, changedAt: asked.at, interested: {}, concernedAll: 0 },
          ...(isUnserved && { unserved: {} }),
        }
        return { what: HAPPENED.posted, content }
      }),

    async isTooMany({ id, role }, now) {
      const limit = role === 'VISITOR' ? BULK_REQUESTS_A_DAY.visitor : BULK_REQUESTS_A_DAY.account
      const selector = { account: id, postedAt: { $gt: new Date(now.getTime() - DAY_MS).toISOString() } }
      return (await requests.find('by-account', { selector, fields: ['_id'], limit })).length >= limit
    },

    showInterest: (request, asked, { id, citiesServed, autoResponse }) =>
      store.decide(request, asked, (bulk) => {
        const before = bulk && interestOf(bulk, id)
        const isServed = bulk !== undefined && citiesServed?.includes(bulk.city)
        // A request of another city is refused as one that does not exist: nobody learns of it by trying ids.
        if (!bulk || (!before && !isServed)) return { refused: 'not_your_city' }
        if (!isOpen(bulk, asked.at)) return { refused: 'request_closed' }
        if (isInterested(bulk, id)) return { refused: 'interested' }
        if (!isServed) return { refused: 'not_your_city' }
        if (before && before.changes >= MOST_INTEREST_CHANGES) return { refused: 'too_many_requests' }
        const change = { at: asked.at, ...(autoResponse && { autoResponse }) }
        return { what: HAPPENED.interested, content: withInterest(bulk, id, change) }
      }),

    withdrawInterest: (request, asked, supplier) =>
      store.decide(request, asked, (bulk) => {
        if (!bulk || !interestOf(bulk, supplier)) return { refused: 'not_yours' }
        if (!isInterested(bulk, supplier)) return { refused: 'withdrawn' }
        if (!isOpen(bulk, asked.at)) return { refused: 'request_closed' }
        return interestWithdrawn(bulk, supplier, asked.at)
      }),

    end: (request, asked, agreedWith) =>
      store.decide(request, asked, (bulk) => {
        if (!bulk || (agreedWith !== undefined && !interestOf(bulk, agreedWith))) return { refused: 'not_yours' }
        if (!isOpen(bulk, asked.at)) return { refused: 'request_closed' }
        if (agreedWith === undefined) return { what: HAPPENED.withdrawn, content: ended(bulk, 'withdrawn', asked.at) }
        return { what: HAPPENED.agreed, content: { ...ended(bulk, 'agreed', asked.at), agreedWith } }
      }),

    settle: (request, { by, note, ...asked }) =>
      store.decide(request, asked, (bulk) => {
        if (!bulk?.unserved || bulk.account === NOBODY) return { refused: 'item_unknown' }
        if (bulk.unserved.settled) return { refused: 'already_settled' }
        const settled = { by, at: asked.at, ...(note !== undefined && { note }) }
        return { what: HAPPENED.settled, content: { ...contentOf(bulk), unserved: { settled } } }
      }),

    get: store.read,
    of: ofAccounts,

    async supplierChanged(supplier, asked) {
      await changeEach(supplier, asked, (bulk) =>
        bulk.state === 'pending' && isInterested(bulk, supplier)
          ? { what: HAPPENED.supplierChanged, content: contentOf(bulk) }
          : undefined,
      )
    },

    async supplierLost(supplier, at) {
      await changeEach(supplier, { at }, (bulk) => {
        const interest = interestOf(bulk, supplier)
        // Interest that is younger than the loss was shown by an account that is a supplier again.
        const isLost = interest !== undefined && interest.withdrawnAt === undefined && interest.at <= at
        return bulk.state === 'pending' && isLost ? interestWithdrawn(bulk, supplier, at) : undefined
      })
    },

    async handOver(visitor, account) {
      for (const { _id } of await ofAccounts([visitor])) {
        const decided = await store.decide<'other'>(_id, { at: now().toISOString() }, (bulk) =>
          bulk?.account === visitor
            ? { what: HAPPENED.handedOver, content: handedOver(bulk, account.id) }
            : { refused: 'other' },
        )
        // The owner's devices wait for the copy; the sweep writes it if this process dies here.
        if (!('refused' in decided)) await deliver(decided.doc)
      }
    },

    async erase(account) {
      const at = now().toISOString()
      for (const { _id } of await ofAccounts([account]))
        await store.decide<'other'>(_id, { at }, (bulk) =>
          bulk?.account === account ? { what: HAPPENED.erased, content: erased(bulk, at) } : { refused: 'other' },
        )
    },

    eraseSupplier: (supplier) =>
      changeEach(supplier, { at: now().toISOString() }, (bulk) =>
        interestOf(bulk, supplier)
          ? { what: HAPPENED.supplierErased, content: withoutSupplier(bulk, supplier) }
          : undefined,
      ),
  }
}
