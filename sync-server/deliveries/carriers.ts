import type { CoreStore } from '../core/core-store.ts'
import type { Couch } from '../couch/couch.ts'
import type { OrderRecord } from '../orders/order-record.ts'

/** Counts what partners carry: an index, which may lag, and what was awarded in this term list it. */
export interface Carriers {
  /** How many deliveries the partner carries, without the order `except`. */
  of(partner: string, except: string): Promise<number>
  /** Remembers who carries the order, because the index may not list it yet. */
  note(order: OrderRecord): void
  /** Clears what this term has awarded: another process may have decided since. */
  forget(): void
}

/** More than a partner may carry; an index that lags may list some that are over. */
const AT_MOST = 50

/** The ids of the orders that the partner carries, by an index that may lag. */
export async function idsCarriedBy(couch: Couch, partner: string): Promise<string[]> {
  const selector = { carriedBy: partner }
  const found = await couch.db('orders').find('by-carrier', { selector, fields: ['_id'], limit: AT_MOST })
  return found.map(({ _id }) => _id)
}

export function openCarriers(couch: Couch, orders: CoreStore<OrderRecord>): Carriers {
  const awarded = new Map<string, Set<string>>()

  /** The ids of the orders that the partner may have now. */
  async function carriedBy(partner: string) {
    return [...new Set([...(await idsCarriedBy(couch, partner)), ...(awarded.get(partner) ?? [])])]
  }

  return {
    async of(partner, except) {
      let count = 0
      for (const id of await carriedBy(partner)) {
        if (id === except) continue
        if ((await orders.read(id))?.carriedBy === partner) count += 1
        else awarded.get(partner)?.delete(id)
      }
      return count
    },

    note({ _id, carriedBy: partner }) {
      if (partner === undefined) return
      const theirs = awarded.get(partner) ?? new Set()
      theirs.add(_id)
      awarded.set(partner, theirs)
    },

    forget: () => awarded.clear(),
  }
}
