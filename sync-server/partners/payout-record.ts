import type { Payout, PayoutRow, PayoutState } from '#model'
import type { Content, CoreDocument } from '../core/core-document.ts'
import type { Couch } from '../couch/couch.ts'
import type { Stored } from '../couch/store.ts'

/** What a partner is paid at once: `payout:<partner's account>:<n>` in `partners`. */
export interface PayoutRecord extends CoreDocument {
  type: 'payout'
  /** The partner's account. */
  partner: string
  n: number
  state: PayoutState
  rupees: number
  /** The ids of the earnings. Each carries the payout's number as soon as that is written. */
  earnings: readonly string[]
  at: string
  /** Who is paid, as admins see it; absent once the account is deleted. */
  payee?: Payee
  /** The ULID of the bank file that it is in. */
  batch?: string
  reference?: string
  reason?: string
  /** The admin's account that exported it, or said what became of it. */
  by?: string
}

export interface Payee {
  name: string
  city?: string
  /** The last digits of the bank account; absent while there is no complete one. */
  bankAccountEnds?: string
}

export type PayoutContent = Content<PayoutRecord>

const PREFIX = 'payout:'
export const payoutIdOf = (partner: string, n: number) => `${PREFIX}${partner}:${n}`
const numberOf = (id: string) => Number(id.slice(id.lastIndexOf(':') + 1))

/** True if it waits for an admin, and so has a row in the admins' feed. */
export const isOpen = (state: PayoutState): state is PayoutRow['state'] => state === 'to_pay' || state === 'exported'

/** The payout as the admins see it while it is open; undefined after that. */
export function payoutRow({ _id, version, n, state, rupees, earnings, at, payee, batch }: PayoutRecord) {
  if (!isOpen(state)) return undefined
  const row: PayoutRow = {
    ...{ _id, type: 'payout', version, n, state, rupees, earnings: earnings.length, at },
    ...(payee && { name: payee.name }),
    ...(payee?.city !== undefined && { city: payee.city }),
    ...(payee?.bankAccountEnds !== undefined && { bankAccountEnds: payee.bankAccountEnds }),
    ...(batch !== undefined && { batch }),
  }
  return row
}

/** The payout as its partner's devices see it. */
export function payoutFact(payout: PayoutRecord): Payout {
  const { version, n, state, rupees, at, payee, reference, reason, entries } = payout
  return {
    ...{ _id: `${PREFIX}${n}`, type: 'payout', version, n, state, rupees, at },
    changedAt: entries.findLast(({ what }) => CHANGES_STATE.includes(what))?.at ?? at,
    ...(payee?.bankAccountEnds !== undefined && { bankAccountEnds: payee.bankAccountEnds }),
    ...(reference !== undefined && { reference }),
    ...(reason !== undefined && { reason }),
  }
}

const CHANGES_STATE: readonly string[] = ['exported', 'paid', 'failed']

type Read = (id: string) => Promise<(PayoutRecord & Stored) | undefined>

/**
 * Returns up to five of the partner's payouts, newest first. All but the newest have marked their earnings, because no
 * payout is made before the last one has.
 */
export async function newestPayouts(couch: Couch, read: Read, partner: string): Promise<(PayoutRecord & Stored)[]> {
  const prefix = `${PREFIX}${partner}:`
  const listed = (await couch.db('partners').ids(prefix, `${prefix}\uffff`)).map(numberOf)
  let newest = Math.max(0, ...listed)
  // A list is read from one replica, which may lack the last ones.
  while (await read(payoutIdOf(partner, newest + 1))) newest += 1
  const numbers = Array.from({ length: Math.min(newest, NEWEST) }, (_, back) => newest - back)
  const found = await Promise.all(numbers.map((n) => read(payoutIdOf(partner, n))))
  return found.filter((payout) => payout !== undefined)
}

/** An intent that is decided again looks for the payout that it made among this many. */
const NEWEST = 5
