import type { CoreStore } from '../core/core-store.ts'
import type { Couch } from '../couch/couch.ts'
import type { OrderRecord } from '../orders/order-record.ts'

/** Who carries what: found by an index, which may lag, and by what was awarded in this term. */
export interface Carriers {
  /** How many deliveries the partner has now, without this one. */
  of(partner: string, except: string): Promise<number>
  /** The ids of the orders that the partner may have now. */
  carriedBy(partner: string): Promise<string[]>
  note(order: OrderRecord): void
  /** Clears what this term has awarded: another process may have decided since. */
  forget(): void
}

/** More than a partner may carry; an index that lags may list some that are over. */
const AT_MOST = 50

export function openCarriers(couch: Couch, orders: CoreStore<OrderRecord>): Carriers {
  const store = couch.db('orders')
  const awarded = new Map<string, Set<string>>()

  async function carriedBy(partner: string) {
    const found = await store.find('by-carrier', { selector: { carriedBy: partner }, fields: ['_id'], limit: AT_MOST })
    return [...new Set([...found.map(({ _id }) => _id), ...(awarded.get(partner) ?? [])])]
  }

  return {
    carriedBy,

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
