import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bulkConversation, bulkId } from '#model'
import type { ReadSubject } from '../conversations/conversations.ts'
import { type SignedIn, startTestService, type TestService } from '../testing/test-service.ts'
import { HAPPENED } from './bulk-record.ts'
import { openBulkRequests } from './bulk-requests.ts'
import { openBulkSubject } from './bulk-subject.ts'
import { bulkWorld } from './testing/bulk-world.ts'

const DAY_MS = 86_400_000

let service: TestService
let clock = Date.parse('2026-11-26T06:00:00.000Z')
let subject: ReadSubject
let buyer: SignedIn
let supplier: SignedIn

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent', now: () => new Date(clock) })
  subject = openBulkSubject(service.services)
})
beforeEach(async () => {
  buyer = await world.person('CUSTOMER', { name: 'Asha Rao' })
  supplier = await world.supplier()
})
afterAll(() => service.close())

const world = bulkWorld(() => service)

/** A request of the buyer in which the supplier has shown interest. */
async function interested(): Promise<string> {
  const request = await world.request(buyer, { buyerName: 'Asha of Rao Weddings' })
  expect(await world.showInterest(supplier, request)).toBe('done')
  return request
}
const read = (request: string, of = supplier) => subject(request, of.account.id)

test('a buyer and an interested supplier can write to each other by the names that both have read', async () => {
  const request = await interested()
  expect(await read(request)).toEqual({
    ...{ owner: buyer.account.id, number: (await world.recordOf(request)).number, isOpen: true },
    names: { owner: 'Asha of Rao Weddings', counterpart: 'Nair Flowers' },
  })
})

test('after the interest is withdrawn they cannot, and the buyer no longer sees the supplier’s name', async () => {
  const request = await interested()
  await world.withdrawInterest(supplier, request)
  expect(await read(request)).toMatchObject({ isOpen: false, names: { counterpart: '' } })
  await world.showInterest(supplier, request)
  expect(await read(request)).toMatchObject({ isOpen: true, names: { counterpart: 'Nair Flowers' } })
})

test('when the request is agreed, only the supplier with whom it was agreed can still write', async () => {
  const request = await interested()
  const other = await world.supplier({ businessName: 'Phool Mahal' })
  await world.showInterest(other, request)
  await world.end(buyer, request, supplier.account.id)
  expect(await read(request)).toMatchObject({ isOpen: true })
  expect(await read(request, other)).toMatchObject({ isOpen: false, names: { counterpart: 'Phool Mahal' } })
})

test('a withdrawn request is closed for all', async () => {
  const request = await interested()
  await world.end(buyer, request)
  expect(await read(request)).toMatchObject({ isOpen: false })
})

test('after the delivery date they can write for as long as the supplier sees the contact', async () => {
  const request = await interested()
  clock += 9 * DAY_MS
  await service.services.sweep.sweepNow()
  expect((await world.recordOf(request)).state).toBe('expired')
  expect(await read(request)).toMatchObject({ isOpen: true })
  clock += 8 * DAY_MS
  await service.services.sweep.sweepNow()
  expect(await read(request)).toMatchObject({ isOpen: false })
})

test('nobody can write about a request without interest, of a visitor, of a deleted buyer, or that does not exist', async () => {
  const request = await world.request(buyer)
  expect(await read(request)).toBeUndefined()
  expect(await read('01JD0000000000000000000001')).toBeUndefined()

  const visitor = await world.visitor()
  const theirs = await world.request(visitor)
  await world.showInterest(supplier, theirs)
  expect(await read(theirs)).toBeUndefined()
  await service.services.visitorMerge.adopt(visitor.account.id, buyer.account.id)
  expect(await read(theirs)).toMatchObject({ owner: buyer.account.id, isOpen: true })

  await service.services.bulkRequests.erase(buyer.account.id)
  expect(await read(theirs)).toBeUndefined()
})

/** The conversations that are followed when what happened since this version is told. */
async function followed(request: string, since: number) {
  const keys: string[] = []
  const followConversation = async (key: string) => void keys.push(key)
  const { kept } = openBulkRequests({ ...service.services, followConversation })
  const bulk = await world.recordOf(request)
  const all = bulk.entries.filter(({ version }) => version > since)
  const follows = kept.kind.tell(bulk, { all, fresh: [] }).filter(({ name }) => name === 'follow conversation')
  for (const { write } of follows) await write()
  expect(follows.every(({ isLate }) => isLate)).toBe(true)
  return keys.toSorted()
}

test('interest is followed in the conversation of its supplier, and the end of a request in those of all', async () => {
  const request = await interested()
  const other = await world.supplier({ businessName: 'Phool Mahal' })
  const keys = [supplier, other].map(({ account }) => bulkConversation(request, account.id))
  expect(await followed(request, 1)).toEqual([keys[0]])
  await world.showInterest(other, request)
  expect(await followed(request, 2)).toEqual([keys[1]])
  await world.withdrawInterest(other, request)
  expect(await followed(request, 3)).toEqual([keys[1]])
  await world.end(buyer, request)
  expect(await followed(request, 4)).toEqual(keys.toSorted())
  await service.services.bulkRequests.erase(buyer.account.id)
  expect((await service.services.bulkRequests.get(bulkId(request)))?.entries.at(-1)?.what).toBe(HAPPENED.erased)
  expect(await followed(request, 5)).toEqual(keys.toSorted())
})
