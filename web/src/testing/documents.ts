import {
  type BulkRequestFact,
  bulkRequestId,
  type Company,
  type Flower,
  type IntentOf,
  intentId,
  lastDeliveryDay,
  type Order,
  orderId,
  type PlaceOrder,
  priceTable,
  type Receipt,
  type RequestBulk,
  receiptId,
} from '#model'
import { SAMPLE_FLOWERS } from '../../../design-docs/model/catalogue/sample-catalogue.ts'

const AT = '2026-11-21T10:00:00.000Z'
export const aUlid = (n = 0) => `01JD6Y0000000000000000${String(n).padStart(4, '0')}`

/** The contact data of the demo. */
export const aCompany = (): Company => ({
  ...{ _id: 'company', type: 'company', supportEmail: 'support@mogra.example', supportPhone: '+91 22 1555 0100' },
  ...{ whatsApp: '912215550100', legalEmail: 'legal@mogra.example', privacyEmail: 'privacy@mogra.example' },
  ...{ postalAddress: { en: 'Mumbai, India', hi: 'मुंबई, भारत' }, upiId: 'mogra@example' },
})

export function aFlower(changes: Partial<Flower> = {}): Flower {
  const [first] = SAMPLE_FLOWERS
  if (!first) throw new Error('the sample catalogue is empty')
  return { ...first, ...changes }
}

export const aPlaceOrder = (changes: Partial<PlaceOrder> = {}): PlaceOrder => ({
  lines: [{ flower: 'red-roses', quantity: 1, consumes: {} }],
  address: {
    name: 'Sunita Deshpande',
    phone: '+919829011420',
    address: '14, Bapu Nagar',
    city: 'jaipur',
    pincode: '302015',
  },
  // A real service must still accept this day.
  deliveryOn: lastDeliveryDay(new Date()),
  deliveryWindow: 'any',
  paymentMethod: 'upi',
  quotedTotalRupees: 994,
  ...changes,
})

export const anIntent = (ulid = aUlid(), changes: Partial<IntentOf<'place-order'>> = {}): IntentOf<'place-order'> => ({
  _id: intentId(ulid),
  type: 'intent',
  kind: 'place-order',
  device: 'elsewhere',
  n: 1,
  madeAt: AT,
  payload: aPlaceOrder(),
  ...changes,
})

/** An intent that the gate refuses, like one of an app that is newer than the service. */
export const anUnreadableIntent = (ulid = aUlid()): IntentOf<'place-order'> =>
  anIntent(ulid, { payload: aPlaceOrder({ lines: [] }) })

export const aReceipt = (ulid = aUlid(), changes: Partial<Receipt> = {}): Receipt => ({
  _id: receiptId(ulid),
  type: 'receipt',
  outcome: 'done',
  receivedAt: AT,
  decidedAt: AT,
  ...changes,
})

export function anOrder(ulid = aUlid(), changes: Partial<Order> = {}): Order {
  const { email: _, quotedTotalRupees: __, lines, ...asked } = aPlaceOrder()
  const { name, image, alt, floristName, priceRupees } = aFlower()
  return {
    _id: orderId(ulid),
    type: 'order',
    version: 1,
    number: 'FLR1763719200000ABC',
    status: 'confirmed',
    lines: lines.map((line) => ({ ...line, name, image, alt, floristName, priceRupees })),
    ...priceTable([{ priceRupees, quantity: 1 }]),
    ...asked,
    placedAt: AT,
    confirmedAt: AT,
    estimatedAt: AT,
    timeline: [{ status: 'confirmed', at: AT }],
    ...changes,
  }
}

export const aRequestBulk = (changes: Partial<RequestBulk> = {}): RequestBulk => ({
  ...{ buyerName: 'Kavya Menon', phone: '+919829055110', email: 'kavya@device.example', city: 'jaipur' },
  ...{ deliveryAddress: 'Chokhi Dhani Road', flowerTypes: ['Roses'], quantity: 300, quantityUnit: 'stems' },
  // A real service must still accept this day.
  deliveryDate: lastDeliveryDay(new Date()),
  ...changes,
})

/** A confirmed bulk request in its buyer's mailbox. */
export const aBulkRequest = (ulid = aUlid(), changes: Partial<BulkRequestFact> = {}): BulkRequestFact => ({
  ...{ _id: bulkRequestId(ulid), type: 'bulk-request', version: 1, number: 'BLK1763719200000ABC' },
  ...{ ...aRequestBulk(), state: 'pending', postedAt: AT, changedAt: AT, interested: [] },
  ...changes,
})
