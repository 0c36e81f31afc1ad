import { type Consumption, consumptionOf, type Order } from '#model'
import type { Couch } from '../couch/couch.ts'
import type { Stored } from '../couch/store.ts'

/** The core's record of an order, in `orders`: what its customer sees, and whose it is. */
export interface OrderRecord extends Order {
  account: string
  /** Of the lease under which it was written last. */
  term: number
}

export interface Orders {
  get(id: string): Promise<OrderRecord | undefined>
  /** Writes the order, or answers the one that stands there under this id. */
  create(order: OrderRecord): Promise<OrderRecord>
  /** What the account's orders took from its cart, those of `except` aside. */
  consumedBy(account: string, except: string): Promise<Consumption[]>
  /** Under another lease someone else may have written orders. */
  forget(): void
}

const ACCOUNTS_AT_MOST = 2_000
const ORDERS_AT_MOST = 10_000

/** Reads an account's orders once and then keeps count: right only for the one who holds the decider's lease. */
export function openOrders(couch: Couch): Orders {
  const store = couch.db('orders')
  const byAccount = new Map<string, Map<string, Consumption[]>>()
  /** Of orders that are known to stand: the index is read from one copy, which may not have them yet. */
  const standing = new Map<string, Map<string, Consumption[]>>()

  function note(order: OrderRecord) {
    if (standing.size >= ACCOUNTS_AT_MOST) standing.clear()
    const orders = standing.get(order.account) ?? new Map<string, Consumption[]>()
    standing.set(order.account, orders.set(order._id, consumptionOf([order], [])))
    byAccount.get(order.account)?.set(order._id, consumptionOf([order], []))
    return order
  }

  async function consumptionsOf(account: string) {
    const known = byAccount.get(account)
    if (known) return known
    const orders = await store.find<Pick<OrderRecord, 'lines'> & Stored>('by-account', {
      // The index holds both, and is used only where both are asked for.
      selector: { account, confirmedAt: { $gt: null } },
      fields: ['_id', 'lines'],
      limit: ORDERS_AT_MOST,
    })
    const indexed = orders.map((order) => [order._id, consumptionOf([order], [])] as const)
    const read = new Map([...indexed, ...(standing.get(account) ?? [])])
    if (byAccount.size >= ACCOUNTS_AT_MOST) byAccount.clear()
    byAccount.set(account, read)
    return read
  }

  return {
    async get(id) {
      const order = await store.get<OrderRecord>(id)
      return order && note(order)
    },

    async create(order) {
      // Unknown until it is answered: read anew rather than trust a list that may lack this one.
      const known = byAccount.get(order.account)
      byAccount.delete(order.account)
      if ((await store.create(order)) === 'created') {
        if (known) byAccount.set(order.account, known)
        return note(order)
      }
      const there = await store.get<OrderRecord>(order._id)
      if (!there) throw new Error(`${order._id} neither can be written nor is there`)
      return note(there)
    },

    async consumedBy(account, except) {
      const consumptions = await consumptionsOf(account)
      return [...consumptions].flatMap(([id, lines]) => (id === except ? [] : lines))
    },

    forget() {
      byAccount.clear()
      standing.clear()
    },
  }
}
