import { ended, standingRound } from '#model'
import type { CoreStore } from '../core/core-store.ts'
import type { Couch } from '../couch/couch.ts'
import { HAPPENED, type OrderRecord } from '../orders/order-record.ts'
import { offered } from './order-deadlines.ts'

/** Somebody is no partner any more; `entry` names why and when. */
export type PartnerLost = (account: string, entry: { id: string; at: string }) => Promise<void>

interface Needs {
  couch: Couch
  orders: CoreStore<OrderRecord>
  partners: { end: PartnerLost }
}

/** More than a partner may carry; an index that lags may list some that are over. */
const AT_MOST = 50

/**
 * Ends the duty, and offers what is not picked up to the city again. What is on the way goes on, because the flowers are
 * with the partner. An award that the index does not list yet is taken back by its deadline. Safe to repeat.
 */
export function openLostPartners({ couch, orders, partners }: Needs): PartnerLost {
  return async (account, entry) => {
    await partners.end(account, entry)
    const selector = { carriedBy: account }
    const carried = await couch.db('orders').find('by-carrier', { selector, fields: ['_id'], limit: AT_MOST })
    for (const { _id } of carried)
      await orders.decide<'other'>(_id, { at: entry.at }, (order) => {
        const standing = order && standingRound(order.delivery)
        if (!order || standing?.partner !== account || order.delivery.state !== 'awarded') return { refused: 'other' }
        return offered(order, ended(order.delivery, standing, 'demoted', entry.at), HAPPENED.demoted, entry.at)
      })
  }
}
