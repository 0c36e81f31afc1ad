import { currentRound, endRound } from '#model'
import type { CoreStore } from '../core/core-store.ts'
import type { Couch } from '../couch/couch.ts'
import { HAPPENED, type OrderRecord } from '../orders/order-record.ts'
import { idsCarriedBy } from './carriers.ts'
import { offered } from './order-deadlines.ts'

/** Call it when somebody is no longer a partner; `entry` says when, and its id makes a repeat harmless. */
export type PartnerLost = (account: string, entry: { id: string; at: string }) => Promise<void>

interface Needs {
  couch: Couch
  orders: CoreStore<OrderRecord>
  partners: { end: PartnerLost }
}

/**
 * Ends the duty, and offers deliveries that are not picked up to the city again. A delivery on the way goes on, because
 * the partner has the flowers. An award that the index does not list yet is taken back by its deadline. Safe to repeat.
 */
export function openLostPartners({ couch, orders, partners }: Needs): PartnerLost {
  return async (account, entry) => {
    await partners.end(account, entry)
    for (const id of await idsCarriedBy(couch, account))
      await orders.decide<'other'>(id, { at: entry.at }, (order) => {
        const current = order && currentRound(order.delivery)
        if (!order || current?.partner !== account || order.delivery.state !== 'awarded') return { refused: 'other' }
        return offered(order, endRound(order.delivery, current, 'demoted', entry.at), HAPPENED.demoted, entry.at)
      })
  }
}
