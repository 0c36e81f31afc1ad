import { countsAsPromoUse } from '#model'
import type { Couch } from '../../couch/couch.ts'

/**
 * The order that used a code which each account may use once. There is one document for each account and code, so two
 * orders can never share it.
 */
interface Claim {
  _id: string
  type: 'promo-claim'
  order: string
}

export interface Claimed {
  account: string
  /** The id of the promo, `promo:<…>`. */
  promo: string
  /** The id of the order, `order:<…>`. */
  order: string
}

export interface PromoClaims {
  /** Returns whether this order may use the code; true for the order that has it. */
  isFree(claimed: Claimed): Promise<boolean>
  /** Returns false if another order has the code. */
  take(claimed: Claimed): Promise<boolean>
  /** Releases the claim of an order that was not placed. */
  release(claimed: Claimed): Promise<void>
}

export const claimIdsOf = (account: string) => [`promo-claim:${account}:`, `promo-claim:${account}:\uffff`] as const
const claimId = ({ account, promo }: Claimed) => `promo-claim:${account}:${promo}`

interface Needs {
  couch: Couch
  orders: { get(id: string): Promise<{ status: string } | undefined> }
}

export function openPromoClaims({ couch, orders }: Needs): PromoClaims {
  const store = couch.db('promo-claims')

  /** The claim of a cancelled order does not block others; the claim of an order that is not written yet does. */
  async function read(claimed: Claimed): Promise<{ order: string | undefined; isFree: boolean }> {
    const claim = await store.get<Claim>(claimId(claimed))
    if (!claim || claim.order === claimed.order) return { order: claim?.order, isFree: true }
    const order = await orders.get(claim.order)
    return { order: claim.order, isFree: order !== undefined && !countsAsPromoUse(order) }
  }

  return {
    isFree: async (claimed) => (await read(claimed)).isFree,

    async take(claimed) {
      const before = await read(claimed)
      if (!before.isFree) return false
      let isOurs = false
      await store.update<Claim>(claimId(claimed), (claim) => {
        isOurs = !claim || claim.order === claimed.order || claim.order === before.order
        return isOurs && claim?.order !== claimed.order
          ? { _id: claimId(claimed), type: 'promo-claim', order: claimed.order }
          : undefined
      })
      return isOurs
    },

    async release(claimed) {
      for (;;) {
        const claim = await store.get<Claim>(claimId(claimed))
        if (claim?.order !== claimed.order || (await store.remove(claim)) === 'removed') return
      }
    },
  }
}
