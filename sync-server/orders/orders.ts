import { consumptionOf, type Order, type OrderLine, TakenUnits } from '#model'
import type { Couch } from '../couch/couch.ts'
import type { DecisionOrder } from '../lease/decision-order.ts'

/** The core's record of an order, in `orders`: what its customer sees, and the account it belongs to. */
export interface OrderRecord extends Order {
  account: string
  /** The e-mail address that a visitor gave. */
  email?: string
  /** The intents that changed or cancelled it. */
  edits?: string[]
  /** The turn in which each of its parts was last changed. */
  changedIn?: Record<string, DecisionOrder>
  /** The term of the lease under which it was last written. */
  term: number
}

export interface Orders {
  get(id: string): Promise<OrderRecord | undefined>
  /** Writes the order, or returns the one that exists under this id. */
  create(order: OrderRecord): Promise<OrderRecord>
  /**
   * Repeats `edit` until no other writer came between; `edit` returns undefined to leave the order unchanged. Returns
   * the resulting order.
   */
  change(id: string, edit: (order: OrderRecord) => OrderRecord | undefined): Promise<OrderRecord | undefined>
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
export function openOrders(couch: Couch): Orders {
  const store = couch.db('orders')
  const byAccount = new Map<string, Ordered>()
  /** Orders that are known to exist: the index is read from one copy, which may not have them yet. */
  const standing = new Map<string, Ordered>()

  function note(order: OrderRecord) {
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
      const order = await store.get<OrderRecord>(id)
      return order && note(order)
    },

    async create(order) {
      // Until the write is answered, the cached list is removed, because it may lack this order.
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

    async change(id, edit) {
      let last: OrderRecord | undefined
      await store.update<OrderRecord>(id, (order) => {
        const next = order && edit(order)
        last = next ?? order
        return next
      })
      return last
    },

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

/** The fields of an order that leave the core, and no others, whatever the record holds. */
export function orderFact(order: OrderRecord): Order {
  const { address, substitution, partner, report } = order
  return {
    ...figuresOf(order),
    version: order.version,
    lines: order.lines.map((line) => ({
      ...goodsOf(line),
      ...(line.message !== undefined && { message: line.message }),
      consumes: line.consumes,
      ...(line.after && { after: line.after }),
    })),
    address: {
      name: address.name,
      phone: address.phone,
      address: address.address,
      city: address.city,
      pincode: address.pincode,
      ...(address.landmark !== undefined && { landmark: address.landmark }),
    },
    ...(substitution && { substitution }),
    ...(partner && {
      partner: {
        name: partner.name,
        ...(partner.phone !== undefined && { phone: partner.phone }),
        ...(partner.simulated !== undefined && { simulated: partner.simulated }),
      },
    }),
    ...(report && { report: { number: report.number, problem: report.problem, at: report.at } }),
  }
}

/** Replaces the account on orders whose figures are kept. */
const NOBODY = 'deleted'

/** The part of a deleted account's order that is kept by law: number, dates, flowers and figures. */
export function remainderOf(order: OrderRecord): OrderRecord {
  return {
    ...figuresOf(order),
    version: order.version + 1,
    lines: order.lines.map((line) => ({ ...goodsOf(line), consumes: {} })),
    address: { name: '', phone: '', address: '', city: order.address.city, pincode: '' },
    account: NOBODY,
    term: order.term,
  }
}

const figuresOf = (order: OrderRecord) => ({
  _id: order._id,
  type: order.type,
  number: order.number,
  status: order.status,
  subtotalRupees: order.subtotalRupees,
  deliveryFeeRupees: order.deliveryFeeRupees,
  ...(order.promoCode !== undefined && { promoCode: order.promoCode }),
  ...(order.discountRupees !== undefined && { discountRupees: order.discountRupees }),
  taxRupees: order.taxRupees,
  totalRupees: order.totalRupees,
  deliveryOn: order.deliveryOn,
  deliveryWindow: order.deliveryWindow,
  paymentMethod: order.paymentMethod,
  placedAt: order.placedAt,
  confirmedAt: order.confirmedAt,
  estimatedAt: order.estimatedAt,
  timeline: order.timeline.map(({ status, at, simulated }) => ({
    status,
    at,
    ...(simulated !== undefined && { simulated }),
  })),
})

const goodsOf = ({ flower, quantity, name, image, alt, floristName, priceRupees }: OrderLine) => ({
  flower,
  quantity,
  name,
  image,
  alt,
  floristName,
  priceRupees,
})
