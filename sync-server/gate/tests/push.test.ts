import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Receipt } from '#model'
import { asPushed, intentOf, newUlid, orderOf, post } from '../../testing/device.ts'
import { type SignedIn, startTestService, type TestService } from '../../testing/test-service.ts'

let service: TestService
let me: SignedIn

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent' })
  me = await service.signIn('customer@mogra.example')
})
afterAll(() => service.close())

async function push(docs: unknown[], who = me) {
  const body = { docs, new_edits: false }
  const response = await post(`${service.url}/db/${who.mailbox.name}/_bulk_docs`, body, { cookie: who.cookie })
  return { status: response.status, headers: response.headers, body: (await response.json()) as unknown }
}
const mailbox = () => service.services.couch.db(me.mailbox.name)
const cartLine = (flower: string, added = 1) => ({
  _id: `cart:${flower}:phone`,
  ...{ type: 'cart-line', device: 'phone', flower, added, taken: {}, updatedAt: '2026-11-21T10:00:00.000Z' },
})
const forbidden = (id: string, reason: string) => ({ id, error: 'forbidden', reason })

test('a refused document is reported in order, while the others are stored', async () => {
  const docs = [
    asPushed(cartLine('tulips')),
    asPushed({ ...cartLine('roses'), added: -1 }),
    asPushed({ _id: 'order:01JD0000000000000000000001', type: 'order', device: 'phone' }),
    asPushed(cartLine('lilies')),
  ]
  expect(await push(docs)).toMatchObject({
    status: 201,
    body: [forbidden('cart:roses:phone', 'not_understood'), forbidden('order:01JD0000000000000000000001', 'not_yours')],
  })
  expect(await mailbox().ids('cart:', 'cart:\uffff')).toEqual(['cart:lilies:phone', 'cart:tulips:phone'])
})

test('a device may change and delete its own document as often as it likes', async () => {
  const doc = cartLine('orchids')
  expect((await push([asPushed(doc)])).body).toEqual([])
  expect((await push([asPushed({ ...doc, added: 2 }, 'a', 2)])).body).toEqual([])
  expect(await mailbox().get(doc._id)).toMatchObject({ added: 2 })
  const tombstone = { _id: doc._id, type: doc.type, device: doc.device, _deleted: true }
  expect((await push([asPushed(tombstone, 'a', 3)])).body).toEqual([])
  expect(await mailbox().get(doc._id)).toBeUndefined()
})

test('a document may have 50 leaves, in one batch or in many, and each leaf may still be changed', async () => {
  const doc = cartLine('carnations')
  const leaf = (n: number) => {
    const hash = n.toString(16).padStart(32, '0')
    return { ...doc, _rev: `1-${hash}`, _revisions: { start: 1, ids: [hash] } }
  }
  const leaves = Array.from({ length: 60 }, (_, n) => leaf(n))
  expect((await push(leaves.slice(0, 40))).body).toEqual([])
  const tooMany = Array.from({ length: 10 }, () => forbidden(doc._id, 'mailbox_full'))
  expect((await push(leaves.slice(40))).body).toEqual(tooMany)
  expect((await push([leaf(61)])).body).toEqual([forbidden(doc._id, 'mailbox_full')])
  const changed = leaf(7)
  const next = { ...changed, _rev: `2-${'b'.repeat(32)}` }
  expect(
    (await push([{ ...next, _revisions: { start: 2, ids: ['b'.repeat(32), changed._rev.slice(2)] } }])).body,
  ).toEqual([])
  expect(await service.leavesOf(me.mailbox.name, doc._id)).toHaveLength(50)
})

test('the first revision of an intent is kept, in one batch or in two', async () => {
  const first = intentOf(orderOf())
  const second = { ...first, madeAt: '2026-11-21T11:00:00.000Z' }
  expect((await push([asPushed(first, 'a'), asPushed(second, 'b')])).body).toEqual([
    forbidden(first._id, 'intent_exists'),
  ])
  expect((await push([asPushed(second, 'c')])).body).toEqual([forbidden(first._id, 'intent_exists')])
  expect((await push([asPushed(first, 'a')])).body).toEqual([])
  expect(await mailbox().get(first._id)).toMatchObject({ madeAt: first.madeAt })
})

test('if several revisions of an intent arrive at once, one is stored', async () => {
  const first = intentOf(orderOf())
  const answers = await Promise.all(['a', 'b', 'c', 'd'].map((hex) => push([asPushed(first, hex)])))
  expect(answers.filter(({ body }) => Array.isArray(body) && body.length === 0)).toHaveLength(1)
  expect(await service.leavesOf(me.mailbox.name, first._id)).toHaveLength(1)
})

test('an intent can be neither changed nor deleted', async () => {
  const intent = intentOf(orderOf())
  await push([asPushed(intent)])
  expect((await push([asPushed({ ...intent, n: 2 }, 'a', 2)])).body).toEqual([forbidden(intent._id, 'intent_changed')])
  expect((await push([asPushed({ ...intent, _deleted: true }, 'a', 2)])).body).toEqual([
    forbidden(intent._id, 'intent_changed'),
  ])
  expect(await mailbox().get(intent._id)).toMatchObject({ n: 1 })
})

test('intents of one batch are decided in the order of their ids, each once', async () => {
  const line = { flower: 'red-roses', quantity: 1, consumes: { phone: 1 } }
  const intents = [newUlid(), newUlid(), newUlid()].map((ulid) => intentOf(orderOf([line]), 'phone', ulid))
  await push(intents.toReversed().map((intent) => asPushed(intent)))
  await service.services.decider.idle()
  const receipts = await mailbox().many<Receipt>(intents.map(({ _id }) => _id.replace('intent:', 'receipt:')))
  expect(receipts.map((receipt) => receipt?.reason ?? receipt?.outcome)).toEqual([
    'done',
    'already_ordered',
    'already_ordered',
  ])
})

test('once an intent has its receipt, its due mark is removed', async () => {
  const { pendingMailboxes, decider } = service.services
  await push([asPushed(intentOf(orderOf()))])
  await decider.idle()
  expect(await pendingMailboxes.of(me.mailbox.name)).toBeUndefined()
})

test('more than 300 documents a minute are refused with the time to wait; a larger batch passes whole', async () => {
  const other = await service.signIn('partner@mogra.example')
  const batch = Array.from({ length: 400 }, (_, n) => asPushed(cartLine(`flower-${n}`)))
  expect(await push(batch, other)).toMatchObject({ status: 201, body: [] })
  const late = await push([asPushed(cartLine('tulips'))], other)
  expect(late).toMatchObject({ status: 429, body: { error: 'too_many_requests' } })
  expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(15)
  expect((await push([asPushed(cartLine('tulips'))])).status).toBe(201)
})

test('a mailbox that is full of own documents accepts tombstones, whatever history they claim, and intents', async () => {
  const other = await service.signIn('supplier@mogra.example')
  const large = Array.from({ length: 22 }, (_, n) => ({
    _id: `filler:${n}`,
    text: randomBytes(512 * 1024).toString('hex'),
  }))
  await service.fillMailbox(other.mailbox.name, large)
  const { _id, type, device } = cartLine('tulips')
  expect((await push([asPushed(cartLine('tulips'), 'a', 2)], other)).body).toEqual([forbidden(_id, 'mailbox_full')])
  expect((await push([asPushed({ ...cartLine('tulips'), _deleted: true }, 'a', 2)], other)).body).toEqual([
    forbidden(_id, 'not_understood'),
  ])
  expect((await push([asPushed({ _id, type, device, _deleted: true }, 'a', 2)], other)).body).toEqual([])
  expect((await push([asPushed(intentOf(orderOf()))], other)).body).toEqual([])
})

test('tombstones whose histories fill a mailbox are refused too', async () => {
  const other = await service.signIn('admin@mogra.example')
  for (const part of ['a', 'b', 'c']) {
    const large = Array.from({ length: 28 }, (_, n) => ({
      _id: `filler:${part}-${n}`,
      text: randomBytes(512 * 1024).toString('hex'),
    }))
    await service.fillMailbox(other.mailbox.name, large)
  }
  const { _id, type, device } = cartLine('tulips')
  const tombstone = asPushed({ _id, type, device, _deleted: true }, 'a', 1_000)
  expect((await push([tombstone], other)).body).toEqual([forbidden(_id, 'mailbox_full')])
})

test('a document with a history of 1,000 revisions is stored', async () => {
  const doc = cartLine('marigolds')
  expect((await push([asPushed(doc, 'a', 1_000)])).body).toEqual([])
  expect(await mailbox().get(doc._id)).toMatchObject({ added: 1 })
})
