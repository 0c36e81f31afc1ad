import { contentOf } from '../core/core-document.ts'
import type { Kept } from '../core/sweep.ts'
import type { Couch } from '../couch/couch.ts'
import { HAPPENED, type OrderRecord } from '../orders/order-record.ts'
import type { Earnings } from '../partners/earnings.ts'
import type { PersonalRecords } from '../personal-data/personal-data.ts'
import { idsCarriedBy } from './carriers.ts'
import type { PartnerLost } from './lost-partners.ts'

interface Needs {
  couch: Couch
  earnings: Pick<Earnings, 'of'>
  partnerLost: PartnerLost
  orderRecords: Kept<OrderRecord>
  now: () => Date
}

const VISITOR_IS_NONE = 'A visitor is no delivery partner.'

/** What the orders hold of the partner who delivers them: the id of an account, times and steps. */
export function deliveriesPersonalData({ couch, earnings, partnerLost, orderRecords, now }: Needs): PersonalRecords[] {
  /** The ids of all orders whose copies may name the partner: with an open item, carried, or earned. */
  async function mayName(account: string): Promise<Set<string>> {
    const [listed, carried, earned] = await Promise.all([
      orderRecords.store.listed(),
      idsCarriedBy(couch, account),
      earnings.of(account),
    ])
    return new Set([...listed, ...carried, ...earned.map(({ order }) => order)])
  }

  /** Tells these orders again, so that admins' rows and customers' copies lose the partner's name. */
  async function tellAgain(account: string) {
    for (const id of await mayName(account))
      await orderRecords.store.decide<'other'>(id, { at: now().toISOString() }, (order) =>
        order?.delivery.rounds.some(({ partner }) => partner === account)
          ? { what: HAPPENED.partnerErased, content: contentOf(order) }
          : { refused: 'other' },
      )
  }

  return [
    {
      database: 'orders',
      ids: ['order:'],
      handOver: VISITOR_IS_NONE,
      erase: {
        name: 'offer awards again',
        async erase({ account }) {
          await partnerLost(account, { id: `ending:${account}`, at: now().toISOString() })
          await tellAgain(account)
        },
      },
      awaitedUntil: VISITOR_IS_NONE,
      exported: 'The mailbox, which the file has, holds a copy of each delivery.',
    },
  ]
}
