import * as fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import {
  type Asked,
  foldOrders,
  type Intent,
  intentId,
  type Order,
  type OrderView,
  orderId,
  placeOrder,
  type Receipt,
  ulidOf,
} from '#model'
import { anIntent, anOrder, aPlaceOrder, aReceipt, aUlid } from '../../testing/documents.ts'
import { eventually } from '../../testing/eventually.ts'
import { type TestDevice, testDevice } from '../../testing/test-device.ts'
import { read } from '../../testing/two-devices.ts'
import { askOf } from '../ask.ts'
import { readIntents } from '../local/kept-intents.ts'
import type { Mailbox } from '../local/mailbox.ts'
import type { Pouch } from '../pouch/pouch.ts'
import { getRange } from '../pouch/reads.ts'
import { readPushProgress, recordPushProgress } from '../push-state/push-progress.ts'
import { clearRejected, readRejectedDocuments, recordRejected } from '../push-state/rejected-documents.ts'
import { orderById, ordersNewestFirst, type PagedList } from './orders.ts'

const opened: TestDevice[] = []
afterEach(async () => {
  for (const device of opened.splice(0)) await device.close()
})
const aDevice = () => {
  const device = testDevice()
  opened.push(device)
  return device
}

const AT = '2026-11-21T10:00:00.000Z'
/** ULIDs of the orders that are there from the start, and of a few more. */
const ORDERS = { from: 100, stored: 60, more: 5 }
/** ULIDs of what is asked about them; by a clock that is slow, they are smaller than those of the orders. */
const EDITS = [0, 1, 2, 1000, 1001, 1002]

type Step =
  | {
      do: 'place' | 'order' | 'decide' | 'refuse' | 'discard' | 'gate refuses' | 'gate takes'
      n: number
      version: number
    }
  | { do: 'edit'; kind: 'change-order' | 'cancel-order' | 'report-problem'; n: number; of: number }
  | { do: 'sent' }
  | { do: 'load'; kind: 'order' | 'intent' | 'receipt'; n: number }

const anOrderNumber = fc.nat({ max: ORDERS.stored + ORDERS.more }).map((n) => ORDERS.from + n)
const anEditNumber = fc.constantFrom(...EDITS)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constantFrom<('place' | 'order' | 'decide' | 'refuse' | 'discard' | 'gate refuses' | 'gate takes')[]>(
      'place',
      'order',
      'decide',
      'refuse',
      'discard',
      'gate refuses',
      'gate takes',
    ),
    n: fc.oneof(anOrderNumber, anEditNumber),
    version: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({
    do: fc.constant('edit' as const),
    kind: fc.constantFrom('change-order' as const, 'cancel-order' as const, 'report-problem' as const),
    n: anEditNumber,
    of: anOrderNumber,
  }),
  fc.record({ do: fc.constant('sent' as const) }),
  fc.record({
    do: fc.constant('load' as const),
    kind: fc.constantFrom('order' as const, 'intent' as const, 'receipt' as const),
    n: fc.oneof(anOrderNumber, fc.constant(0)),
  }),
)

const payloads = {
  'change-order': { deliveryWindow: 'evening' },
  'cancel-order': {},
  'report-problem': { problem: 'late', note: 'Nobody came.' },
} as const

async function take({ db, documents }: Mailbox, one: Step): Promise<void> {
  if (one.do === 'load') return documents.loadFrom(one.kind, `${one.kind}:${one.n === 0 ? '' : aUlid(one.n)}`)
  if (one.do === 'sent') return void (await recordPushProgress(db, Number((await db.info()).update_seq), AT))
  const ulid = aUlid(one.n)
  const put = async (doc: { _id: string }) => {
    const [row] = (await db.allDocs({ keys: [doc._id] })).rows
    const _rev = row && 'value' in row && !row.value.deleted ? row.value.rev : undefined
    await db.bulkDocs([{ ...doc, ...(_rev && { _rev }) }])
  }
  switch (one.do) {
    case 'place':
      return put(anIntent(ulid))
    case 'edit':
      return put({
        ...anIntent(ulid),
        kind: one.kind,
        payload: { order: aUlid(one.of), ...payloads[one.kind] },
      } as object as Intent)
    case 'order':
      return put(anOrder(ulid, { version: one.version, status: one.version > 2 ? 'delivered' : 'confirmed' }))
    case 'decide':
      return put(aReceipt(ulid, { result: { version: one.version } }))
    case 'refuse':
      return put(aReceipt(ulid, { outcome: 'refused', reason: 'price_changed' }))
    case 'discard': {
      const ids = [intentId(ulid), `receipt:${ulid}`, orderId(ulid)].slice(0, one.version)
      for (const doc of await Promise.all(ids.map((id) => db.get(id).catch(() => undefined))))
        if (doc) await db.remove(doc)
      return
    }
    case 'gate refuses':
      return recordRejected(db, { _id: intentId(ulid), _rev: '1-a' }, 'not_allowed', AT).then(() => undefined)
    case 'gate takes':
      return clearRejected(db, [intentId(ulid)]).then(() => undefined)
  }
}

/** From the database alone, as if nothing had been read before; with `since` only what is known of the intents from there on. */
async function readAfresh(db: Pouch, since = ''): Promise<OrderView[]> {
  const [{ times }, { documents }] = await Promise.all([readPushProgress(db), readRejectedDocuments(db)])
  const receipts = new Map((await getRange<Receipt>(db, 'receipt')).map((one) => [ulidOf(one._id), one]))
  const intents = (await getRange<Intent>(db, 'intent')).filter(({ _id }) => ulidOf(_id) >= since)
  const asked = intents.map((intent) => {
    const refused = documents[intent._id]
    const byGate = refused && aReceipt(ulidOf(intent._id), { outcome: 'refused', reason: refused.reason })
    return { intent, sentAt: times[intent._id], receipt: receipts.get(ulidOf(intent._id)) ?? byGate }
  })
  const ofKind = <K extends Intent['kind']>(...kinds: K[]) =>
    asked.filter((one): one is typeof one & Asked<K> => kinds.some((kind) => kind === one.intent.kind))
  return foldOrders(
    await getRange<Order>(db, 'order'),
    ofKind('place-order'),
    ofKind('change-order', 'cancel-order'),
    ofKind('report-problem'),
  )
}

test('after any facts, intents, receipts, marks and deletions, in any batches, the list and each order are as read afresh', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { maxLength: 6 }), async (batches) => {
      const device = aDevice()
      const mailbox = device.databases.mailbox()
      const stores = { ...device.databases.stores(), mailbox }
      const { db } = mailbox
      const ulids = Array.from({ length: ORDERS.stored }, (_, n) => aUlid(ORDERS.from + n))
      await db.bulkDocs(
        ulids.flatMap((ulid, n): object[] =>
          n % 3 === 0 ? [anOrder(ulid)] : [anOrder(ulid), anIntent(ulid), aReceipt(ulid)],
        ),
      )
      for (const batch of batches) {
        for (const one of batch) await take(mailbox, one)
        await mailbox.documents.follow()
        const { items, isWhole } = await ordersNewestFirst.read(stores)
        const { from } = await readIntents(mailbox, ulidOf(items.at(-1)?.id ?? ''))
        const since = isWhole ? '' : (items.at(-1)?.id ?? '')
        expect(items).toEqual((await readAfresh(db, from)).filter(({ id }) => id >= since))
        expect(items.length).toBeGreaterThan(20)
      }
      expect(await read(device, ordersNewestFirst)).toEqual({ items: await readAfresh(db), isWhole: true })
      for (const view of await readAfresh(db)) expect(await read(device, orderById(view.id))).toEqual(view)
    }),
    { numRuns: 25 },
  )
}, 240_000)

test('a long history shows its newest fifty orders first, with what was asked about them, and all of them after that', async () => {
  const device = aDevice()
  const { db } = device.databases.mailbox()
  const ulids = Array.from({ length: 120 }, (_, n) => aUlid(n))
  await db.bulkDocs(ulids.flatMap((ulid): object[] => [anOrder(ulid), anIntent(ulid), aReceipt(ulid)]))
  await db.bulkDocs([{ ...anIntent(aUlid(200)), kind: 'cancel-order', payload: { order: aUlid(119) } }] as object[])
  const entry = device.live.entry(ordersNewestFirst)
  const seen: PagedList<OrderView>[] = []
  entry.subscribe(() => {
    const answer = entry.answer()
    if (answer.status === 'ready') seen.push(answer.data)
  })
  await eventually(() => expect(seen.at(-1)?.isWhole).toBe(true))
  const [first] = seen
  expect(first?.isWhole).toBe(false)
  expect(first?.items.map(({ id }) => id)).toEqual(ulids.slice(70).toReversed().map(orderId))
  expect(first?.items[0]).toMatchObject({ pending: { kind: 'cancel-order' }, order: { status: 'cancelled' } })
  expect(seen.at(-1)?.items).toHaveLength(120)
  // What did not change is the same object.
  expect(seen.at(-1)?.items[7]).toBe(first?.items[7])
})

test('an order that is placed while the rest of a long history is still being read shows at once', async () => {
  const device = aDevice()
  const mailbox = device.databases.mailbox()
  const ulids = Array.from({ length: 120 }, (_, n) => aUlid(n))
  await mailbox.db.bulkDocs(ulids.map((ulid) => anOrder(ulid)))
  const { documents } = mailbox
  let goOn: (() => void) | undefined
  const loadAll = documents.loadAll.bind(documents)
  documents.loadAll = async (kind) => {
    if (kind === 'order')
      await new Promise<void>((resolve) => {
        goOn = resolve
      })
    return loadAll(kind)
  }
  const entry = device.live.entry(ordersNewestFirst)
  entry.subscribe(() => undefined)
  const answer = () => {
    const now = entry.answer()
    return now.status === 'ready' ? now.data : undefined
  }
  await eventually(() => expect(goOn).toBeDefined())
  const { intentId: placed } = await askOf(() => device)(placeOrder, aPlaceOrder())
  await eventually(() => expect(answer()?.items[0]).toMatchObject({ id: orderId(ulidOf(placed)), stage: 'saved' }))
  expect(answer()?.isWhole).toBe(false)
  goOn?.()
  await eventually(() => expect(answer()).toMatchObject({ isWhole: true, items: { length: 121 } }))
})
