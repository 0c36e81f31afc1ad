import {
  type ApplicationRow,
  type DeliveryItemRow,
  orderId,
  type PayoutRow,
  type SupportRow,
  supportRowId,
  type TicketRow,
  ticketId,
  type UnservedRow,
  unservedId,
} from '#model'
import type { Overview } from '../../src/data/admin/desk.ts'
import { ulidOf } from './order-documents.ts'
import { openRequest } from './supplier-documents.ts'

const AT = '2026-11-21T10:00:00.000Z'
const DAYS = 30
const DAY_MS = 86_400_000

/** One row of everything that can wait for an admin, in the admins' feed. */
export const waitingRows = (n: number): object[] => [
  ...[driverOf(n), supplierOf(n), itemOf(n), payoutRowOf(n), ticketRowOf(n), questionOf(n), unservedOf(n)],
]

const applicationOf = (n: number) => ({
  ...{ type: 'application' as const, version: 1, state: 'pending_verification' as const, at: AT },
  ...{ email: `applicant.${n}@bench.example`, phone: '+919829011420', documents: ['license', 'photo'] },
  isIncomplete: false,
})

const driverOf = (n: number): ApplicationRow => ({
  ...{ _id: `application:${ulidOf(n)}`, ...applicationOf(n), applicationType: 'driver', name: `Imran Khan ${n}` },
  ...{ city: 'jaipur', vehicleType: 'bike', vehicleNumber: 'RJ14 AB 1234', licenseNumber: 'RJ1420110012345' },
})

const supplierOf = (n: number): ApplicationRow => ({
  ...{ _id: `application:${ulidOf(100_000 + n)}`, ...applicationOf(n), applicationType: 'wholesale_supplier' },
  ...{ businessName: `Pushkar Roses ${n}`, contactPerson: 'Kavya Menon', gstNumber: '08ABCDE1234F1Z5' },
  ...{ panNumber: 'ABCDE1234F', citiesServed: ['jaipur'], address: 'Chokhi Dhani Road' },
})

const itemOf = (n: number): DeliveryItemRow => ({
  ...{ _id: `item:${ulidOf(n)}:refund`, type: 'item', version: 1, what: 'refund', order: orderId(ulidOf(n)) },
  ...{ number: 'FLR1735725600000ABC', at: AT, totalRupees: 994, paymentMethod: 'upi', failedBy: 'no_answer' },
  partner: { id: 'p1', name: 'Imran Khan' },
})

const payoutRowOf = (n: number): PayoutRow => ({
  ...{ _id: `payout:p${n}:1`, type: 'payout', version: 1, n: 1, state: 'to_pay', rupees: 1950, earnings: 39 },
  ...{ at: AT, name: `Imran Khan ${n}`, city: 'jaipur', bankAccountEnds: '7745' },
})

const ticketRowOf = (n: number): TicketRow => ({
  ...{ _id: ticketId(ulidOf(n)), type: 'ticket', version: 1, number: `SUP${1763719200000 + n}ABC`, state: 'open' },
  ...{ at: AT, name: 'Asha Rathore', email: 'asha@bench.example', category: 'order', account: 'a1' },
  ...{ subject: `Where are my tulips? ${n}`, message: 'They were to come at noon.', answers: [] },
})

const questionOf = (n: number): SupportRow => ({
  ...{ _id: supportRowId(`a${n}`), type: 'support', version: 1, name: `Asha Rathore ${n}`, role: 'CUSTOMER' },
  ...{ lastSeq: 1, at: AT, messages: [{ seq: 1, mogra: false, text: 'Where are my tulips?', at: AT }] },
})

const unservedOf = (n: number): UnservedRow => ({
  ...{ ...openRequest(n), _id: unservedId(ulidOf(n)), type: 'unserved', city: 'agra' },
  ...{ phone: '+919829055110', email: 'kavya@bench.example', deliveryAddress: 'Taj Road' },
})

/** The overview and the payouts that the desk keeps for reading without a network. */
export const keptAnswers = (count: number) => ({
  'desk-overview': {
    ...{ at: AT, troubles: 0, tickets: count, pending: { partners: count, suppliers: count } },
    users: { CUSTOMER: count, PARTNER: count, SUPPLIER: count, ADMIN: 1 },
    orders: { total: count, sold: count, revenueRupees: 994 * count },
    days: Array.from({ length: DAYS }, (_, n) => ({
      day: new Date(Date.parse(AT) - (DAYS - 1 - n) * DAY_MS).toISOString().slice(0, 10),
      ...{ orders: count, revenueRupees: 994 * count },
    })),
  } satisfies Overview,
  'desk-payouts': {
    at: AT,
    payouts: Array.from({ length: count }, (_, n) => {
      const { _id: id, type, ...row } = payoutRowOf(n)
      return { id, changedAt: AT, ...row }
    }),
  },
})
