import { consumptionOf, type Order, type OrderLine, TakenUnits } from '#model'
import type { Couch } from '../couch/couch.ts'
import type { DecisionOrder } from '../lease/decision-order.ts'

/** The core's record of an order, in `orders`: what its customer sees, and whose it is. */
export interface OrderRecord extends Order {
  account: string
  /** Where a visitor wants to be written to. */
  email?: string
  /** The intents that changed or cancelled it. */
  edits?: string[]
  /** In which turn each of its parts was changed last. */
  changedIn?: Record<string, DecisionOrder>
  /** Of the lease under which it was written last. */
  term: number
}

export interface Orders {
  get(id: string): Promise<OrderRecord | undefined>
  /** Writes the order, or answers the one that stands there under this id. */
  create(order: OrderRecord): Promise<OrderRecord>
  /** Until no other writer came between; `edit` answers undefined to leave it. Answers the order as it then stands. */
  change(id: string, edit: (order: OrderRecord) => OrderRecord | undefined): Promise<OrderRecord | undefined>
  /** What the orders of these accounts came to, `except` aside; an order that changed hands counts once. The caller's own. */
  orderedBy(accounts: readonly string[], except: string): Promise<Ordered>
  /** Under another lease someone else may have written orders. */
  forget(): void
}

interface Ordered {
  taken: TakenUnits
  /** When each was confirmed, by the order's id. */
  confirmedAt: Map<string, string>
}

type OrderSummary = Pick<OrderRecord, '_id' | 'confirmedAt' | 'lines'>

const ACCOUNTS_AT_MOST = 2_000
/** Of units, over all accounts: about 40 MB. */
const RANGES_AT_MOST = 200_000
const READ_AT_ONCE = 50

/** Reads an account's orders once and then keeps count: right only for the one who holds the decider's lease. */
export function openOrders(couch: Couch): Orders {
  const store = couch.db('orders')
  const byAccount = new Map<string, Ordered>()
  /** Of orders that are known to stand: the index is read from one copy, which may not have them yet. */
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
        // The index holds both, and is used only where both are asked for.
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

/** The longest unused make room. */
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

/** What leaves the core: these fields and no others, whatever the record holds. */
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

/** In place of the account, on orders whose figures are kept. */
const NOBODY = 'deleted'

/** What remains of an order whose account is deleted: the number, dates, flowers and figures that the law wants kept. */
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
