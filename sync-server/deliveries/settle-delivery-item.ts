import { orderId, type RefusalOf } from '#model'
import { contentOf } from '../core/core-document.ts'
import type { CoreStore } from '../core/core-store.ts'
import { type AskedIntent, done, type Outcome, refused, type WorkflowContext } from '../decider/define-workflow.ts'
import {
  HAPPENED,
  itemOf,
  type OrderContent,
  type OrderItem,
  type OrderRecord,
  type TellOrder,
  withItem,
} from '../orders/order-record.ts'
import { itemId } from './item-rows.ts'

interface Needs {
  orders: CoreStore<OrderRecord>
  tellOrder: TellOrder
}

type Asked = AskedIntent<'settle-item'>
type Settled = NonNullable<OrderItem['settled']>

const ORDER = /^item:([0-9A-HJKMNP-TV-Z]{26}):/

/** Settles an item of an order's delivery: the first admin's decision about it stands. */
export async function settleDeliveryItem(
  intent: Asked,
  { step, term }: Pick<WorkflowContext, 'step' | 'term'>,
  { orders, tellOrder }: Needs,
): Promise<Outcome<RefusalOf<'settle-item'>>> {
  const { id, account, receivedAt: at, payload } = intent
  const { item, outcome, note } = payload
  const ulid = ORDER.exec(item)?.[1]
  if (ulid === undefined) return refused('item_unknown')
  const settled: Settled = { outcome, at, by: account.id, intent: id, ...(note !== undefined && { note }) }
  const decided = await step('write order', () =>
    orders.decide<RefusalOf<'settle-item'>>(orderId(ulid), { at, intent: id }, (order) => {
      const found = order?.items.find((one) => itemId(order, one) === item)
      if (!order || !found) return { refused: 'item_unknown' }
      if (found.settled) return { refused: 'already_settled' }
      if (!hasSeenAll(order, found, payload.version)) return { refused: 'item_changed' }
      // Only a story has a partner who can be paid.
      if (outcome === 'pay' && found.what !== 'story') return { refused: 'not_understood' }
      return { what: HAPPENED.settled, content: { ...withSettled(order, found, settled), term } }
    }),
  )
  if ('refused' in decided) return refused(decided.refused, decided.doc && instead(decided.doc, item))
  await tellOrder(decided.doc, step)
  return done({ item, outcome })
}

const REPORTS: readonly string[] = [HAPPENED.pickedUp, HAPPENED.delivered, HAPPENED.failed, HAPPENED.noted]

/** True if no partner has reported anything since this version. An item about a florist does not depend on reports. */
const hasSeenAll = ({ entries }: OrderRecord, { what }: OrderItem, version: number): boolean =>
  what === 'florist' || !entries.some((entry) => entry.version > version && REPORTS.includes(entry.what))

/** Settles the item, and the order's refund as well if the money went back or the flowers arrived after all. */
function withSettled(order: OrderRecord, item: OrderItem, settled: Settled): OrderContent {
  const items = withItem(order.items, { ...item, settled })
  const refund = itemOf(order, 'refund')
  const isOpenStill = refund !== undefined && refund.settled === undefined && item.what !== 'refund'
  const { outcome, at, by, intent } = settled
  const alone = { at, ...(by !== undefined && { by }), ...(intent !== undefined && { intent }) }
  if (outcome === 'refunded' && item.what !== 'refund' && (isOpenStill || !refund))
    return {
      ...contentOf(order),
      items: withItem(items, { what: 'refund', at, ...refund, settled: { outcome, ...alone } }),
    }
  if (outcome === 'pay' && order.status === 'failed' && isOpenStill)
    return { ...contentOf(order), items: withItem(items, { ...refund, settled: { outcome: 'arrived', ...alone } }) }
  return { ...contentOf(order), items }
}

/** Who settled the item first, when, and how. */
function instead(order: OrderRecord, item: string) {
  const settled = order.items.find((one) => itemId(order, one) === item)?.settled
  return settled && { who: settled.by, when: settled.at, what: settled.outcome }
}
