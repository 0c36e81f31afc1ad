import type { Services } from '../services.ts'

/** Tells now what of the orders could not be told, instead of in a minute or later. */
export async function tellAgain({ couch, orderRecords, sweep }: Services): Promise<void> {
  await sweep.settled()
  const { store, kind } = orderRecords
  for (const id of await couch.db('orders').ids(kind.idPrefix, `${kind.idPrefix}\uffff`))
    await store.note(id, (order) => (order.told < order.version ? { ...order, nextAt: '0' } : undefined))
  await sweep.sweepNow()
}
