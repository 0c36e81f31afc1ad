import { dayOf, lastCallAt, orderId, ulidOf } from '#model'
import type { Accounts } from '../accounts/accounts.ts'
import { contentOf } from '../core/core-document.ts'
import { derivedUlid } from '../core/derived-ulid.ts'
import type { Kept } from '../core/sweep.ts'
import type { Couch } from '../couch/couch.ts'
import { openFlorists } from '../orders/choose-florist.ts'
import { cancelled, withDelivery } from '../orders/move-delivery.ts'
import { HAPPENED, type OrderRecord } from '../orders/order-record.ts'
import { demoOrder } from './demo-order.ts'

interface Needs {
  couch: Couch
  accounts: Pick<Accounts, 'findByEmail' | 'get'>
  orderRecords: Kept<OrderRecord>
  now: () => Date
}

const MINUTE_MS = 60_000
const COMES_BACK_AFTER_MS = MINUTE_MS
/** A request that nobody takes is replaced this long before it would fail. */
const REPLACED_BEFORE_MS = 10 * MINUTE_MS
/** As many open requests of the demo are read in a round. */
const OPEN_AT_MOST = 100

/**
 * Keeps a request open in the city of the demo's partner: the next one comes a minute after the last one ended, or
 * after a partner gave it back. One that was given back stays open for the city's other partners. `customers` are the
 * made-up people, of whom the first asks. Safe to repeat.
 */
export async function keepRequestOpen(
  { couch, accounts, orderRecords: { store }, now }: Needs,
  people: { partner: string; customers: readonly string[] },
): Promise<void> {
  const partner = await accounts.findByEmail(people.partner)
  if (partner?.role !== 'PARTNER' || partner.city === undefined) return
  const { city } = partner
  const customer = await firstActive(accounts, people.customers)
  if (!customer) return
  const last = await newestOf(couch, store, customer.id)
  const at = now()
  for (const order of await offeredOf(couch, store, customer.id))
    if (!isShown(order, city, at)) await withdraw(order)
    else if (order.delivery.state === 'waiting') await open(order)
  if (last && !isOver(last, city, at)) return

  const count = numberAfter(last)
  const { pickup, ...order } = await demoOrder(openFlorists(couch), {
    ...{ customer, city, place: count, flower: count, at, deliveryOn: dayOf(at) },
  })
  const { confirmedAt } = order
  // The id is derived, so that two processes write the same request.
  const id = orderId(derivedUlid(last?.delivery.since ?? partner.createdAt, `request after ${last?._id ?? 'nothing'}`))
  await store.decide<'made'>(id, { at: confirmedAt }, (before) =>
    before
      ? { refused: 'made' }
      : {
          what: HAPPENED.opened,
          content: {
            ...order,
            status: 'confirmed',
            timeline: [{ status: 'confirmed', at: confirmedAt }],
            delivery: {
              ...{ state: 'open', since: confirmedAt, openedAt: confirmedAt, rounds: [], steps: [] },
              ...(pickup && { pickup }),
            },
          },
        },
  )

  /** Cancels it without a refund item: nobody has paid for it. */
  async function withdraw({ _id }: OrderRecord) {
    await store.decide<'over'>(_id, { at: at.toISOString() }, (order) =>
      order && isOffered(order)
        ? {
            what: HAPPENED.cancelled,
            content: { ...cancelled(order, at.toISOString()), items: order.items },
          }
        : { refused: 'over' },
    )
  }

  /** Requests of the demo are open at night too. One that was given back then would wait until the morning. */
  async function open({ _id }: OrderRecord) {
    await store.decide<'over'>(_id, { at: at.toISOString() }, (order) =>
      order?.delivery.state === 'waiting'
        ? {
            what: HAPPENED.opened,
            content: withDelivery(contentOf(order), { ...order.delivery, state: 'open' }, at.toISOString()),
          }
        : { refused: 'over' },
    )
  }
}

async function firstActive(accounts: Pick<Accounts, 'get'>, ids: readonly string[]) {
  for (const id of ids) {
    const account = await accounts.get(id)
    if (account?.status === 'active') return account
  }
  return undefined
}

async function newestOf(couch: Couch, store: Kept<OrderRecord>['store'], account: string) {
  const [found] = await couch.db('orders').find('by-account', {
    ...{ selector: { account, confirmedAt: { $gt: null } }, fields: ['_id'], limit: 1 },
    sort: [{ account: 'desc' }, { confirmedAt: 'desc' }],
  })
  return found && store.read(found._id)
}

/** The requests that a partner could take, or that wait for their time. */
async function offeredOf(couch: Couch, store: Kept<OrderRecord>['store'], account: string) {
  const found = await couch.db('orders').find('by-account', {
    selector: { account, confirmedAt: { $gt: null }, 'delivery.state': { $in: ['open', 'waiting'] } },
    ...{ fields: ['_id'], limit: OPEN_AT_MOST },
  })
  const orders = await Promise.all(found.map(({ _id }) => store.read(_id)))
  return orders.filter((order) => order !== undefined).filter(isOffered)
}

const isOffered = ({ delivery: { state } }: OrderRecord) => state === 'open' || state === 'waiting'

/** True if the next request is due: this one has ended, was given back, or is no longer shown in the city. */
function isOver(order: OrderRecord, city: string, now: Date): boolean {
  const { state, since, rounds } = order.delivery
  if (state === 'awarded' || state === 'on_the_way' || state === 'simulated') return false
  const hasRested = now.getTime() - Date.parse(since) >= COMES_BACK_AFTER_MS
  return isOffered(order) && rounds.length === 0 ? !isShown(order, city, now) : hasRested
}

/** False if the request is of another city or day, or would soon fail. */
function isShown({ delivery, deliveryOn, deliveryWindow, address }: OrderRecord, city: string, now: Date): boolean {
  const lastCall = Date.parse(lastCallAt({ deliveryOn, deliveryWindow }, delivery.openedAt ?? delivery.since))
  return address.city === city && deliveryOn === dayOf(now) && lastCall - now.getTime() >= REPLACED_BEFORE_MS
}

/** Addresses and flowers change from one request to the next. */
const numberAfter = (last: OrderRecord | undefined) =>
  last ? [...ulidOf(last._id)].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) : 0
