import { consumptionOf, TakenUnits } from '#model'
import type { CoreStore, Decided } from '../core/core-store.ts'
import type { Couch } from '../couch/couch.ts'
import type { Stored } from '../couch/store.ts'
import { HAPPENED, type OrderContent, type OrderRecord } from './order-record.ts'

interface Asked {
  at: string
  /** The ULID of the intent that asks. */
  intent: string
}

type Found = OrderRecord & Stored

export interface Orders {
  get(id: string): Promise<Found | undefined>
  /** Writes an order that `get` has just not found, or returns the one that exists under this id. */
  create(id: string, asked: Asked, order: OrderContent): Promise<Found>
  /** Gives an order that this intent wrote a quorum: its first write may not have had one. */
  confirm(order: Found, asked: Asked): Promise<Found>
  /** Decides by one compare-and-set; an intent that is named in the order's entries is done. */
  decide: CoreStore<OrderRecord>['decide']
  /**
   * Returns what these accounts have ordered, leaving out the order with the id `except`. An order that was handed over
   * from a visitor counts once. The caller may change the result.
   */
  orderedBy(accounts: readonly string[], except: string): Promise<Ordered>
  /** Clears the caches: under another lease, another process may have written orders. */
  forget(): void
}

interface Ordered {
  taken: TakenUnits
  /** The time of confirmation of each order, by the order's id. */
  confirmedAt: Map<string, string>
}

type OrderSummary = Pick<OrderRecord, '_id' | 'confirmedAt' | 'lines'>

const ACCOUNTS_AT_MOST = 2_000
/** How many ranges of cart units are cached over all accounts; that many take about 40 MB. */
const RANGES_AT_MOST = 200_000
const READ_AT_ONCE = 50

/**
 * Reads an account's orders once and then adds each order that this process writes. This is correct only for the holder
 * of the decider's lease, because nobody else writes orders then.
 */
export function openOrders(couch: Couch, core: CoreStore<OrderRecord>): Orders {
  const store = couch.db('orders')
  const byAccount = new Map<string, Ordered>()
  /** Orders that are known to exist: the index is read from one copy, which may not have them yet. */
  const standing = new Map<string, Ordered>()

  function note(order: Found) {
    const stands = standing.get(order.account) ?? nothing()
    keep(standing, order.account, count(stands, order))
    const known = byAccount.get(order.account)
    if (known) count(known, order)
    return order
  }

  async function ordersOf(account: string, except: string): Promise<Ordered> {
    const known = byAccount.get(account)
    if (known && !known.confirmedAt.has(except)) return known
    const { read, isAll } = await readOrders(account, except)
    const all = together([read, standing.get(account) ?? nothing()])
    if (isAll) keep(byAccount, account, all)
    return all
  }

  async function readOrders(account: string, except: string) {
    const read = nothing()
    let isAll = true
    for (let from = ''; ; ) {
      const page = await store.find<OrderSummary>('by-account', {
        // The index covers both fields and is used only if the selector names both.
        selector: { account, confirmedAt: { $gte: from } },
        sort: [{ account: 'asc' }, { confirmedAt: 'asc' }],
        fields: ['_id', 'confirmedAt', 'lines'],
        limit: READ_AT_ONCE,
      })
      for (const order of page) {
        if (order._id === except) isAll = false
        else count(read, order)
      }
      const last = page.at(-1)?.confirmedAt
      if (page.length < READ_AT_ONCE || last === undefined || last === from) return { read, isAll }
      from = last
    }
  }

  return {
    async get(id) {
      const order = await core.read(id)
      return order && note(order)
    },

    async create(id, { at, intent }, order) {
      // Until the write is answered, the cached list is removed, because it may lack this order.
      const known = byAccount.get(order.account)
      byAccount.delete(order.account)
      const decided: Decided<OrderRecord, 'exists'> = await core.decide(id, { at, intent, isNew: true }, (there) =>
        there ? { refused: 'exists' } : { what: HAPPENED.placed, content: order },
      )
      if (!decided.doc) throw new Error(`${id} neither can be written nor is there`)
      if (known && !('refused' in decided)) byAccount.set(order.account, known)
      return note(decided.doc)
    },

    async confirm(order, asked) {
      const decided: Decided<OrderRecord, 'other'> = await core.decide(order._id, asked, () => ({ refused: 'other' }))
      return note(decided.doc ?? order)
    },

    decide: core.decide,

    async orderedBy(accounts, except) {
      return together(await Promise.all(accounts.map((account) => ordersOf(account, except))))
    },

    forget() {
      byAccount.clear()
      standing.clear()
    },
  }
}

const nothing = (): Ordered => ({ taken: new TakenUnits(), confirmedAt: new Map() })

function count(ordered: Ordered, order: OrderSummary): Ordered {
  for (const line of consumptionOf([order], [])) ordered.taken.add(line)
  ordered.confirmedAt.set(order._id, order.confirmedAt)
  return ordered
}

function together(all: Ordered[]): Ordered {
  const taken = new TakenUnits()
  for (const one of all) taken.addAll(one.taken)
  return { taken, confirmedAt: new Map(all.flatMap(({ confirmedAt }) => [...confirmedAt])) }
}

/** Removes the least recently used entries when the limits are exceeded. */
function keep(known: Map<string, Ordered>, account: string, ordered: Ordered) {
  known.delete(account)
  known.set(account, ordered)
  let ranges = [...known.values()].reduce((sum, { taken }) => sum + taken.size, 0)
  for (const [oldest, { taken }] of known) {
    if (known.size <= ACCOUNTS_AT_MOST && ranges <= RANGES_AT_MOST) return
    known.delete(oldest)
    ranges -= taken.size
  }
}
