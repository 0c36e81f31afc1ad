import {
  type BulkInterestFact,
  type BulkRow,
  bulkId,
  bulkInterestId,
  lastDeliveryDay,
  type SupplierFigures,
} from '#model'
import { ulidOf } from './order-documents.ts'

const AT = '2026-11-21T10:00:00.000Z'

export const figures = (completedDeals: number): SupplierFigures => ({
  ...{ _id: 'supplier', type: 'supplier', version: 1, completedDeals },
})

const asked = (n: number) => ({
  ...{ number: `BLK${1763719200000 + n}ABC`, buyerName: 'Kavya Menon', city: 'jaipur' },
  ...{ flowerTypes: ['Roses' as const], quantity: 100 + n, quantityUnit: 'stems' as const },
  ...{ deliveryDate: lastDeliveryDay(new Date()), postedAt: AT },
})

/** An open request in the suppliers' feed. */
export const openRequest = (n: number): BulkRow => ({
  ...{ _id: bulkId(ulidOf(n)), type: 'bulk', version: 1, ...asked(n) },
})

/** A request in which the supplier is interested. */
export const interestOf = (n: number): BulkInterestFact => ({
  ...{ _id: bulkInterestId(ulidOf(100_000 + n)), type: 'bulk-interest', version: 1, ...asked(n) },
  ...{ state: 'interested', interestedAt: AT, changedAt: AT },
  contact: { phone: '+919829055110', email: 'kavya@bench.example' },
})
