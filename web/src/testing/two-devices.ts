import type { PlaceOrder } from '#model'
import { type LiveQuery, readWhole } from '../data/live/live-query.ts'
import type { PagedList } from '../data/live/paged-list.ts'
import '../data/pouch/replication.ts'
import type { CartViewLine } from '../data/orders/cart.ts'
import { aPlaceOrder } from './documents.ts'
import type { TestDevice } from './test-device.ts'

/** A query's whole answer now. */
export const read = <T>({ databases }: TestDevice, query: LiveQuery<T>): Promise<T> =>
  readWhole(query, { mailbox: databases.mailbox(), catalogue: databases.catalogue })

/** All items of a list, newest first. */
export const readList = async <T>(device: TestDevice, query: LiveQuery<PagedList<T>>): Promise<readonly T[]> =>
  (await read(device, query)).items

/** What two devices of one account have when the service has carried everything between them. */
export async function exchange(one: TestDevice, other: TestDevice): Promise<void> {
  await one.databases.mailbox().db.replicate.to(other.databases.mailbox().db)
  await other.databases.mailbox().db.replicate.to(one.databases.mailbox().db)
}

/** An order of this cart line. */
export const orderOfLine = (line: CartViewLine | undefined): PlaceOrder =>
  aPlaceOrder({
    lines: line ? [{ flower: line.flowerId, quantity: line.quantity, consumes: line.consumes, after: line.after }] : [],
  })
