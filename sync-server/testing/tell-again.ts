import type { CoreDocument } from '../core/core-document.ts'
import type { Kept } from '../core/sweep.ts'
import type { Services } from '../services.ts'

/** Tells now what of the orders and conversations could not be told, instead of in a minute or later. */
export async function tellAgain({ couch, orderRecords, conversations, sweep }: Services): Promise<void> {
  await sweep.settled()
  await makeDue(orderRecords)
  await makeDue(conversations.kept)
  await sweep.sweepNow()

  async function makeDue<D extends CoreDocument>({ kind, store }: Kept<D>) {
    for (const id of await couch.db(kind.database).ids(kind.idPrefix, `${kind.idPrefix}\uffff`))
      await store.note(id, (doc) => (doc.told < doc.version ? { ...doc, nextAt: '0' } : undefined))
  }
}
