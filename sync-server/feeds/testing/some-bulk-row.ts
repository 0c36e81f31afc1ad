import { type BulkRow, bulkId } from '#model'
import { newUlid } from '../../testing/device.ts'

/** An open request of this city, as suppliers read it. */
export const someBulkRow = (city: string, more: Partial<BulkRow> = {}): BulkRow => ({
  ...{ _id: bulkId(newUlid()), type: 'bulk', version: 1, number: 'BLK1764150000000ABC', city },
  ...{ buyerName: 'Farah Qureshi', flowerTypes: ['Roses', 'Lilies'], quantity: 400, quantityUnit: 'stems' },
  ...{ deliveryDate: '2099-12-01', additionalNotes: 'For a wedding', postedAt: '2026-11-26T10:00:00.000Z' },
  ...more,
})
