import { countsAsPromoUse } from '#model'
import type { Couch } from '../../couch/couch.ts'

/** Which order used a code up that holds once per account. One document each, so that no two orders ever can. */
interface Claim {
  _id: string
  type: 'promo-claim'
  order: string
}

export interface Claimed {
  account: string
  /** `promo:<…>` */
  promo: string
  /** `order:<…>` */
  order: string
}

export interface PromoClaims {
  /** Whether this order may have the code; true for the one that has it. */
  isFree(claimed: Claimed): Promise<boolean>
  /** False: another order has it. */
  take(claimed: Claimed): Promise<boolean>
  /** Of an order that did not come about. */
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

  /** A cancelled order's claim stands in nobody's way; one whose order is not written yet does. */
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
