import type { PersonalRecords } from '../personal-data/personal-data.ts'
import type { PartnerLost } from './lost-partners.ts'

interface Needs {
  partnerLost: PartnerLost
  now: () => Date
}

const VISITOR_IS_NONE = 'A visitor is no delivery partner.'

/** What the orders hold of the partner who delivers them: the id of an account, times and steps. */
export const deliveriesPersonalData = ({ partnerLost, now }: Needs): PersonalRecords[] => [
  {
    database: 'orders',
    ids: ['order:'],
    handOver: VISITOR_IS_NONE,
    erase: {
      name: 'offer awards again',
      erase: ({ account }) => partnerLost(account, { id: `ending:${account}`, at: now().toISOString() }),
    },
    awaitedUntil: VISITOR_IS_NONE,
    exported: 'The mailbox, which the file has, holds a copy of each delivery.',
  },
]
