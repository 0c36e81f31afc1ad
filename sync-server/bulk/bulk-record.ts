import {
  type BulkInterestFact,
  type BulkRow,
  type BulkState,
  bulkContactEndsAt,
  bulkEndsAt,
  bulkId,
  bulkInterestId,
  type RequestBulk,
  type UnservedRow,
  ulidOf,
  unservedId,
} from '#model'
import { type Content, type CoreDocument, contentOf, type Step } from '../core/core-document.ts'
import type { Stored } from '../couch/store.ts'

/** A bulk request: a document of `bulk-requests`. */
export interface BulkRecord extends CoreDocument, Omit<RequestBulk, 'additionalNotes'> {
  type: 'bulk'
  number: string
  /** The buyer's account; `NOBODY` once it is deleted. */
  account: string
  additionalNotes?: string
  state: BulkState
  /** When it was confirmed. */
  postedAt: string
  /** When it got its state. */
  changedAt: string
  /** Suppliers who have or had interest, by their account. */
  interested: Readonly<Record<string, Interest>>
  /** Counts the changes that concern all of these suppliers. */
  concernedAll: number
  /** The account of the supplier with whom it was agreed. */
  agreedWith?: string
  /** Set once that supplier's deals have been counted a second time. */
  isCounted?: true
  /** Set once the contact has been removed from the copies of suppliers. */
  isForgotten?: true
  /** No supplier served the city when it was posted: an admin answers the buyer. */
  unserved?: { settled?: { by: string; at: string; note?: string } }
}

interface Interest {
  /** When it was shown first, and last. */
  firstAt: string
  at: string
  /** The version that came with the last change. */
  version: number
  /** How often it was shown or withdrawn. */
  changes: number
  withdrawnAt?: string
  /** The text that the supplier sent along. */
  autoResponse?: string
}

export type BulkContent = Content<BulkRecord>

/** Tells everybody whom a bulk request concerns what was decided, in the lease holder's `step`; late steps follow. */
export type TellBulk = (bulk: BulkRecord & Stored, step: Step) => Promise<void>

/** Replaces the account on requests whose figures are kept. */
export const NOBODY = 'deleted'

/** What happened to a bulk request; telling derives rows, copies, notices and mails from these. */
export const HAPPENED = {
  posted: 'posted',
  interested: 'interested',
  interestWithdrawn: 'interest withdrawn',
  withdrawn: 'withdrawn',
  agreed: 'agreed',
  expired: 'expired',
  forgotten: 'forgotten',
  settled: 'settled',
  handedOver: 'handed over',
  erased: 'erased',
  supplierChanged: 'supplier changed',
  supplierErased: 'supplier erased',
} as const

/** True for a pending request until the end of its delivery date, even if the sweep has not expired it yet. */
export const isOpen = (bulk: BulkRecord, at: string): boolean =>
  bulk.state === 'pending' && at < bulkEndsAt(bulk).toISOString()

/** Returns the interest of this supplier, also one that was withdrawn. */
export const interestOf = ({ interested }: Pick<BulkRecord, 'interested'>, supplier: string): Interest | undefined =>
  Object.hasOwn(interested, supplier) ? interested[supplier] : undefined

/** The suppliers whom the buyer sees: those interested now, and the one of the agreement; oldest interest first. */
export const shownSuppliers = ({ interested, agreedWith }: BulkRecord): [string, Interest][] =>
  Object.entries(interested)
    .filter(([supplier, { withdrawnAt }]) => withdrawnAt === undefined || supplier === agreedWith)
    .toSorted(([a, one], [b, other]) => (`${one.at} ${a}` < `${other.at} ${b}` ? -1 : 1))

/** The request with a change of this supplier's interest. */
export const withInterest = (
  bulk: BulkRecord,
  supplier: string,
  change: Pick<Interest, 'at' | 'withdrawnAt' | 'autoResponse'>,
): BulkContent => {
  const before = interestOf(bulk, supplier)
  const interest: Interest = {
    ...change,
    firstAt: before?.firstAt ?? change.at,
    version: bulk.version + 1,
    changes: (before?.changes ?? 0) + 1,
  }
  return { ...contentOf(bulk), interested: { ...bulk.interested, [supplier]: interest } }
}

/** The request with a change that concerns every supplier who has or had interest. */
const forAll = (content: BulkContent): BulkContent => ({ ...content, concernedAll: content.concernedAll + 1 })

export const ended = (bulk: BulkRecord, state: Exclude<BulkState, 'pending'>, at: string): BulkContent =>
  forAll({ ...contentOf(bulk), state, changedAt: at })

export const forgotten = (bulk: BulkRecord): BulkContent => forAll({ ...contentOf(bulk), isForgotten: true })

/** The request, which a visitor made, as one of the account that they signed in to. */
export const handedOver = (bulk: BulkRecord, account: string): BulkContent => forAll({ ...contentOf(bulk), account })

/** What is kept of a deleted account's request: number, city, flowers, quantity and dates. */
export function erased(bulk: BulkRecord, at: string): BulkContent {
  const {
    additionalNotes: _,
    unserved,
    ...rest
  } = bulk.state === 'pending' ? ended(bulk, 'withdrawn', at) : contentOf(bulk)
  return forAll({
    ...rest,
    ...{ account: NOBODY, buyerName: '', phone: '', email: '', deliveryAddress: '' },
    ...(unserved && { unserved: withoutNote(unserved) }),
  })
}

const withoutNote = ({ settled }: NonNullable<BulkRecord['unserved']>): NonNullable<BulkRecord['unserved']> =>
  settled ? { settled: { by: settled.by, at: settled.at } } : {}

/** The request without a supplier whose account is deleted. */
export function withoutSupplier(bulk: BulkRecord, supplier: string): BulkContent {
  const { agreedWith, ...rest } = contentOf(bulk)
  const { [supplier]: _, ...interested } = bulk.interested
  return { ...rest, interested, ...(agreedWith !== undefined && agreedWith !== supplier && { agreedWith }) }
}

/** The state of the request for a supplier who has or had interest. */
function interestState({ state, agreedWith }: BulkRecord, supplier: string, { withdrawnAt }: Interest) {
  if (agreedWith === supplier) return 'agreed'
  if (withdrawnAt !== undefined) return 'withdrawn'
  return state === 'pending' ? 'interested' : 'closed'
}

/** Whether this supplier sees the contact: while interested or agreed, and until `forgetAt` if the request expired. */
function seesContact(bulk: BulkRecord, supplier: string, interest: Interest): boolean {
  if (bulk.isForgotten || bulk.account === NOBODY) return false
  const state = interestState(bulk, supplier, interest)
  return state === 'interested' || state === 'agreed' || (state === 'closed' && bulk.state === 'expired')
}

/** The same for an account, which may never have had interest. */
export function mayReachBuyer(bulk: BulkRecord, supplier: string): boolean {
  const interest = interestOf(bulk, supplier)
  return interest !== undefined && seesContact(bulk, supplier, interest)
}

/** After this time a view lists a deal that it may have missed when the deals were counted at once. */
const VIEW_LAG_MS = 120_000

/** When the agreed supplier's deals are counted again, and when the contact is removed from the suppliers' copies. */
export function deadlinesOf(bulk: BulkRecord): { countAt?: string; forgetAt?: string } {
  const hasContact = Object.entries(bulk.interested).some(([supplier, interest]) =>
    seesContact(bulk, supplier, interest),
  )
  return {
    ...(bulk.agreedWith !== undefined &&
      !bulk.isCounted && { countAt: new Date(Date.parse(bulk.changedAt) + VIEW_LAG_MS).toISOString() }),
    ...(hasContact && { forgetAt: bulkContactEndsAt(bulk).toISOString() }),
  }
}

/** The fields that every supplier of the city reads, interested or not. */
const fieldsForSuppliers = ({ number, buyerName, city, flowerTypes, quantity, quantityUnit, ...bulk }: BulkRecord) => ({
  ...{ number, buyerName, city, flowerTypes, quantity, quantityUnit, deliveryDate: bulk.deliveryDate },
  ...(bulk.additionalNotes !== undefined && { additionalNotes: bulk.additionalNotes }),
  postedAt: bulk.postedAt,
})

/** A row never changes while it is open: its version would tell how much interest there is. */
const ROW_VERSION = { open: 1, closed: 2 } as const

/** The row in the suppliers' feed; undefined once the request has ended. */
export const bulkRow = (bulk: BulkRecord): BulkRow | undefined =>
  bulk.state === 'pending'
    ? { _id: bulk._id, type: 'bulk', version: ROW_VERSION.open, ...fieldsForSuppliers(bulk) }
    : undefined

export const closedBulkRow = ({ _id, city }: BulkRecord) =>
  ({ id: _id, type: 'bulk', version: ROW_VERSION.closed, city }) as const

/** The row in the admins' feed; undefined unless Mogra's team still has to answer. */
export const unservedRow = (bulk: BulkRecord): UnservedRow | undefined =>
  bulk.unserved && !bulk.unserved.settled && bulk.state === 'pending'
    ? {
        ...{ _id: unservedId(ulidOf(bulk._id)), type: 'unserved', version: bulk.version, ...fieldsForSuppliers(bulk) },
        ...{ phone: bulk.phone, email: bulk.email, deliveryAddress: bulk.deliveryAddress },
      }
    : undefined

/** The request as a supplier who has or had interest sees it; undefined for everybody else. */
export function interestFact(bulk: BulkRecord, supplier: string): BulkInterestFact | undefined {
  const interest = interestOf(bulk, supplier)
  if (!interest) return undefined
  const { phone, email } = bulk
  const state = interestState(bulk, supplier, interest)
  const isByInterest = state === 'interested' || state === 'withdrawn'
  return {
    ...{ _id: bulkInterestId(ulidOf(bulk._id)), type: 'bulk-interest' },
    // The document's own version would tell of the interest of others.
    version: interest.changes + bulk.concernedAll,
    ...fieldsForSuppliers(bulk),
    state,
    ...(bulk.state !== 'pending' && { ended: bulk.state }),
    interestedAt: interest.at,
    changedAt: isByInterest ? (interest.withdrawnAt ?? interest.at) : bulk.changedAt,
    ...(seesContact(bulk, supplier, interest) && { contact: { phone, email } }),
  }
}

/** The id of a request's document, from that of its row in the admins' feed. */
export const bulkOfUnserved = (row: string) => bulkId(ulidOf(row))
