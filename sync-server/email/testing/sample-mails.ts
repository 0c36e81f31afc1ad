import type { Order } from '#model'
import { type MailData, type MailKind, mailKinds } from '../kinds/mail-kinds.ts'
import type { Mail } from '../mail.ts'

/** Sample data for tests; `typed` is used wherever a person's own text goes. */
const order = (typed: string): Order => ({
  _id: 'order:01HF00000000000000000000AB',
  type: 'order',
  version: 1,
  number: 'FLR1763700000000ABC',
  status: 'confirmed',
  lines: [
    {
      flower: 'red-roses',
      quantity: 2,
      consumes: {},
      name: { en: 'Red Roses', hi: 'लाल गुलाब' },
      image: 'red-roses',
      alt: { en: 'Roses', hi: 'गुलाब' },
      floristName: { en: 'Petal Lane', hi: 'पेटल लेन' },
      priceRupees: 61_728,
    },
  ],
  subtotalRupees: 123_456,
  deliveryFeeRupees: 50,
  taxRupees: 6173,
  totalRupees: 129_679,
  address: {
    name: typed,
    phone: '+91 98200 00000',
    address: `12 Hill Road\n${typed}`,
    landmark: typed,
    city: 'mumbai',
    pincode: '400050',
  },
  deliveryOn: '2026-11-22',
  deliveryWindow: 'evening',
  paymentMethod: 'upi',
  substitution: 'call',
  placedAt: '2026-11-21T06:00:00.000Z',
  confirmedAt: '2026-11-21T06:00:01.000Z',
  estimatedAt: '2026-11-21T09:00:01.000Z',
  timeline: [],
})

const request = {
  flowerTypes: [
    { en: 'Roses', hi: 'गुलाब' },
    { en: 'Lilies', hi: 'लिली' },
  ],
  quantity: 500,
  unit: 'stems' as const,
  deliveryOn: '2026-11-22',
}

const samples: { [K in MailKind]: (typed: string) => MailData<K> } = {
  'login-code': (typed) => ({ name: typed, ref: 'a.b' }),
  'deletion-code': (typed) => ({ name: typed, ref: 'a.b' }),
  verification: () => ({ email: 'asha+x@example.com', codeRef: 'a.b', tokenRef: 'a.c' }),
  'role-taken': (typed) => ({ name: typed, role: 'PARTNER', reason: typed }),
  'delivery-taken-back': (typed) => ({ name: typed, number: 'FLR1763700000000ABC', area: typed }),
  'payout-paid': (typed) => ({ name: typed, rupees: 1950, reference: typed, bankAccountEnds: '7745' }),
  'payout-failed': (typed) => ({ name: typed, rupees: 1950, reason: typed }),
  welcome: (typed) => ({ name: typed, userType: 'partner' }),
  'driver-application': (typed) => ({
    ...{ driverName: typed, driverPhone: typed, vehicleType: 'bike', applicationId: 'APP1' },
  }),
  'driver-decision': (typed) => ({ driverName: typed, decision: 'approved' }),
  'supplier-application': (typed) => ({ businessName: typed, contactPerson: typed, citiesServed: ['mumbai', typed] }),
  'supplier-decision': (typed) => ({ name: typed, decision: 'approved', reason: `Hello\n${typed}` }),
  'new-applications': (typed) => ({ name: typed, partners: 2, suppliers: 1 }),
  'bulk-order-confirmation': (typed) => ({
    ...{ ...request, city: 'mumbai', buyerName: typed, requestId: 'BLK1', answers: 'mails' },
  }),
  'bulk-notification': (typed) => ({ requests: [{ ...request, city: typed, buyerName: typed }], more: 1 }),
  'supplier-interest': (typed) => ({
    ...{ buyerName: typed, requestId: 'BLK1', supplierName: typed, supplierContact: typed },
    ...{ supplierEmail: 'ravi@example.com', message: `Hello\n${typed}` },
  }),
  support: (typed) => ({
    ...{
      customerName: typed,
      customerEmail: 'asha@example.com',
      customerPhone: typed,
      category: 'order',
      subject: typed,
    },
    ...{ message: `Hello\n${typed}`, ticketId: 'SUP1763700000000ABC' },
  }),
  'support-answer': (typed) => ({
    ...{
      name: typed,
      subject: typed,
      answer: `Hello\n${ANSWERED_LINK}\n${withoutAddresses(typed)}`,
      ticketId: 'SUP1763700000000ABC',
    },
  }),
  'order-confirmation': (typed) => ({
    ...{ order: order(typed), customerName: typed, trackingPath: '/order-tracking/01HF00000000000000000000AB' },
  }),
  test: () => ({}),
}

/** An address that an admin has written. */
export const ANSWERED_LINK = 'https://mogra.example/#/support'
/** What an admin types may contain addresses, but nothing else that changes the mail. */
const withoutAddresses = (typed: string) => typed.replace(/[.:@/]/g, ' ')

export const MAIL_KINDS = Object.keys(mailKinds) as MailKind[]

export const sampleMail = (kind: MailKind, language: 'en' | 'hi', typed = 'Asha Rathore') =>
  ({ _id: `mail:${kind}:sample`, kind, to: 'asha@example.com', language, data: samples[kind](typed) }) as Mail
