import type { PersonalRecords } from '../personal-data/personal-data.ts'
import { type EarningRecord, type Earnings, earningFact } from './earnings.ts'
import type { Partners } from './partners.ts'
import { type PayoutRecord, payoutFact } from './payout-record.ts'
import type { Payouts } from './payouts.ts'

interface Needs {
  earnings: Pick<Earnings, 'of'>
  payouts: Pick<Payouts, 'erase' | 'of'>
  partners: Pick<Partners, 'erase' | 'get'>
}

const VISITOR_IS_NONE = 'A visitor is no delivery partner.'

/** What delivery partners earn and are paid. The law requires the figures: they remain without a name. */
export const partnersPersonalData = ({ earnings, payouts, partners }: Needs): PersonalRecords[] => [
  {
    database: 'partners',
    ids: ['partner:'],
    handOver: VISITOR_IS_NONE,
    erase: { name: 'end duty', erase: ({ account }) => partners.erase(account) },
    awaitedUntil: VISITOR_IS_NONE,
    exported: {
      name: 'partner',
      async read({ account }) {
        const partner = await partners.get(account)
        return partner ? { duty: partner.duty, figures: partner.figures } : {}
      },
    },
  },
  {
    database: 'partners',
    ids: ['earning:'],
    handOver: VISITOR_IS_NONE,
    erase: 'It holds figures: an order, rupees and a time, under the id of an account that has ended.',
    awaitedUntil: VISITOR_IS_NONE,
    exported: {
      name: 'earnings',
      read: async ({ account }) => (await earnings.of(account)).map((earning: EarningRecord) => earningFact(earning)),
    },
  },
  {
    database: 'partners',
    ids: ['payout:'],
    handOver: VISITOR_IS_NONE,
    erase: { name: 'take names off payouts', erase: ({ account }) => payouts.erase(account) },
    awaitedUntil: VISITOR_IS_NONE,
    exported: {
      name: 'payouts',
      read: async ({ account }) => (await payouts.of(account)).map((payout: PayoutRecord) => payoutFact(payout)),
    },
  },
]
