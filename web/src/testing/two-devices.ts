import type { PlaceOrder } from '#model'
import { type LiveQuery, readWhole } from '../data/live/live-query.ts'
import type { PagedList } from '../data/live/paged-list.ts'
import '../data/pouch/replication.ts'
import type { CartViewLine } from '../data/orders/cart.ts'
import { aPlaceOrder } from './documents.ts'
import type { TestDevice } from './test-device.ts'

/** Reads a query once. */
export const read = <T>({ databases }: TestDevice, query: LiveQuery<T>): Promise<T> =>
  readWhole(query, databases.stores())

/** All items of a list, newest first. */
export const readList = async <T>(device: TestDevice, query: LiveQuery<PagedList<T>>): Promise<readonly T[]> =>
  (await read(device, query)).items

/** Replicates two devices of one account directly, as the service would. */
export async function exchange(one: TestDevice, other: TestDevice): Promise<void> {
  await one.databases.mailbox().db.replicate.to(other.databases.mailbox().db)
  await other.databases.mailbox().db.replicate.to(one.databases.mailbox().db)
}

/** An order of this cart line. */
export const orderOfLine = (line: CartViewLine | undefined): PlaceOrder =>
  aPlaceOrder({
    lines: line ? [{ flower: line.flowerId, quantity: line.quantity, consumes: line.consumes, after: line.after }] : [],
  })
