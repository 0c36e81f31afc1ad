import type { Kept } from '../core/sweep.ts'
import { contentOf, HAPPENED, type OrderRecord } from '../orders/order-record.ts'
import type { PersonalRecords } from '../personal-data/personal-data.ts'
import type { PartnerLost } from './lost-partners.ts'

interface Needs {
  partnerLost: PartnerLost
  orderRecords: Kept<OrderRecord>
  now: () => Date
}

const VISITOR_IS_NONE = 'A visitor is no delivery partner.'

/** What the orders hold of the partner who delivers them: the id of an account, times and steps. */
export function deliveriesPersonalData({ partnerLost, orderRecords, now }: Needs): PersonalRecords[] {
  /** The admins' rows name partners: those of this one are told again, without the name. */
  async function tellItemsAgain(account: string) {
    for (const id of await orderRecords.store.listed())
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
          await tellItemsAgain(account)
        },
      },
      awaitedUntil: VISITOR_IS_NONE,
      exported: 'The mailbox, which the file has, holds a copy of each delivery.',
    },
  ]
}
