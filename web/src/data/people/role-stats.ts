import * as v from 'valibot'
import type { LiveQuery } from '../live/live-query.ts'

const Delivery = v.object({ status: v.string() })
const BulkRequest = v.object({ interestedSuppliers: v.optional(v.array(v.object({ supplierId: v.string() })), []) })

/** A partner's deliveries that this device knows of. */
export const deliveryCounts: LiveQuery<{ all: number; completed: number }> = {
  key: 'work/deliveries',
  watches: ['delivery:'],
  read: async ({ mailbox }) => {
    const deliveries = fitting(Delivery, await mailbox.documents.all('delivery'))
    return { all: deliveries.length, completed: deliveries.filter(({ status }) => status === 'delivered').length }
  },
}

/**
 * Counts the bulk requests that a supplier was sent (those of the cities served), and those this supplier is interested
 * in.
 */
export const bulkRequestCounts = (supplierId: string): LiveQuery<{ all: number; interested: number }> => ({
  key: `work/bulk-requests/${supplierId}`,
  watches: ['bulk-request:'],
  read: async ({ mailbox }) => {
    const requests = fitting(BulkRequest, await mailbox.documents.all('bulk-request'))
    const isOurs = ({ interestedSuppliers }: v.InferOutput<typeof BulkRequest>) =>
      interestedSuppliers.some((one) => one.supplierId === supplierId)
    return { all: requests.length, interested: requests.filter(isOurs).length }
  },
})

const fitting = <T>(schema: v.GenericSchema<unknown, T>, documents: readonly unknown[]): T[] =>
  documents.flatMap((document) => {
    const read = v.safeParse(schema, document)
    return read.success ? [read.output] : []
  })
