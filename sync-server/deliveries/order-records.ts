import { dayOf } from '#model'
import type { CoreKind } from '../core/core-document.ts'
import { openCoreStore } from '../core/core-store.ts'
import type { Kept } from '../core/sweep.ts'
import type { Couch } from '../couch/couch.ts'
import { NOBODY } from '../orders/order-fact.ts'
import type { OrderDelivery, OrderRecord } from '../orders/order-record.ts'
import type { Settings } from '../settings/settings.ts'
import { openItemRows } from './item-rows.ts'
import { judgeDeadline, orderDeadline, takesAway } from './order-deadlines.ts'
import { namedItemRows, type TellNeeds, tellOrder } from './tell-order.ts'

interface Needs extends TellNeeds {
  couch: Couch
  settings: Pick<Settings, 'mode'>
  now: () => Date
}

/** An order that is older than deliveries. */
type OldOrder = Omit<OrderRecord, 'told' | 'entries' | 'delivery' | 'items'> & Partial<OrderRecord>

/** Opens the orders as core documents, each with its delivery, deadlines and telling. */
export function openOrderRecords(needs: Needs): Kept<OrderRecord> {
  const isDemo = needs.settings.mode === 'demo'
  const kind: CoreKind<OrderRecord> = {
    database: 'orders',
    idPrefix: 'order:',
    deadlineOf: (order) => orderDeadline(order, isDemo),
    due: async (order, { now }) => judgeDeadline(order, now, isDemo),
    tell: (order, news) => tellOrder(order, news, needs),
    openRows: (order) => openItemRows(order, () => '').map((row) => ({ feed: 'admin' as const, row })),
    completeRows: async (order) =>
      (await namedItemRows(order, needs.accounts)).map((row) => ({ feed: 'admin' as const, row })),
    takesAway,
    upgraded: (order: OldOrder) => upgradedOrder(order, needs.now()),
  }
  return { kind, store: openCoreStore(needs.couch, kind) }
}

/**
 * Gives an order that is older than deliveries its present form, already told: one of today or later waits for its
 * time, and every other one is over.
 */
function upgradedOrder(order: OldOrder, now: Date): OrderRecord {
  if (order.entries !== undefined) return order as OrderRecord
  const { version, confirmedAt, edits = [] } = order
  return {
    ...order,
    told: version,
    entries: edits.map((intent) => ({ version, what: 'before deliveries', at: confirmedAt, intent })),
    delivery: deliveryOfOld(order, now),
    items: [],
  }
}

function deliveryOfOld({ status, deliveryOn, account, timeline, confirmedAt }: OldOrder, now: Date): OrderDelivery {
  const since = timeline.at(-1)?.at ?? confirmedAt
  const isEnded = status === 'delivered' || status === 'failed' || status === 'cancelled'
  const isPast = deliveryOn < dayOf(now) || account === NOBODY
  // No partner carries it, so an order whose simulation had begun counts as delivered.
  const state = isEnded ? status : isPast || status !== 'confirmed' ? 'delivered' : 'waiting'
  return { state, since, rounds: [], steps: [] }
}
