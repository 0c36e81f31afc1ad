import { type Flower, flowerDocumentId } from '#model'
import type { Step } from '../core/core-document.ts'
import type { Kept } from '../core/sweep.ts'
import type { Couch } from '../couch/couch.ts'
import { type Florists, openFlorists } from '../orders/choose-florist.ts'
import type { OrderRecord } from '../orders/order-record.ts'

/** How far the job has got, in `jobs`. */
interface Migration {
  _id: typeof ID
  type: 'job'
  /** The last order that was looked at. */
  after: string
  isDone?: true
}

const ID = 'job:orders-get-deliveries'
const PAGE = 200

/**
 * Gives orders that are older than deliveries their present form, page by page: those of today and later get a delivery
 * that waits, all others a final state. They count as told, so that nobody is notified. For the holder of the lease.
 */
export async function migrateOrders(
  { couch, orderRecords }: { couch: Couch; orderRecords: Kept<OrderRecord> },
  step: Step,
): Promise<void> {
  const jobs = couch.db('jobs')
  const florists = openFlorists(couch)
  const before = await jobs.get<Migration>(ID)
  if (before?.isDone) return
  for (let after = before?.after ?? 'order:'; ; ) {
    // The range begins with the last order of the page before.
    const page = (await couch.db('orders').range<OrderRecord>(after, 'order:\uffff', PAGE)).filter(
      ({ _id }) => _id > after,
    )
    for (const { _id, entries } of page)
      if (entries === undefined) await step('migrate order', () => migrateOne(orderRecords, florists, couch, _id))
    after = page.at(-1)?._id ?? after
    const isDone = page.length === 0
    const next: Migration = { _id: ID, type: 'job', after, ...(isDone && { isDone }) }
    await step('note migration', () => jobs.update<Migration>(ID, () => next))
    if (isDone) return
  }
}

/** Writes the order as `upgraded` reads it, with its florist's place and its deadline. */
async function migrateOne({ kind, store }: Kept<OrderRecord>, florists: Florists, couch: Couch, id: string) {
  const read = await store.read(id)
  const pickup = read?.delivery.state === 'waiting' ? await pickUpOf(read, florists, couch) : undefined
  await store.note(id, (order) => {
    const delivery = { ...order.delivery, ...(pickup && { pickup }) }
    const deadline = kind.deadlineOf(order)
    return { ...order, delivery, ...(deadline !== undefined && { nextAt: order.nextAt ?? deadline }) }
  })
}

async function pickUpOf({ lines, address }: OrderRecord, florists: Florists, couch: Couch) {
  const flowers = await couch.db('catalogue').many<Flower>(lines.map(({ flower }) => flowerDocumentId(flower)))
  const sellers = flowers.flatMap((flower) => flower?.florist ?? [])
  return (await florists.choose(sellers, address)).pickup
}
