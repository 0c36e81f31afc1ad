import { expect, test } from 'vitest'
import {
  type BulkInterestFact,
  type BulkRow,
  bulkId,
  bulkInterestId,
  intentId,
  type SupplierFigures,
  ulidOf,
} from '#model'
import { aReceipt, aUlid } from '../../testing/documents.ts'
import { openLocalData } from '../../testing/render-with-local-data.tsx'
import { read } from '../../testing/two-devices.ts'
import { setInterest, supplierRequests } from './supplier-requests.ts'

const AT = '2026-11-26T05:00:00.000Z'
const account = { id: 's1', email: 'deccan@mogra.example', name: 'Ravi Shekhawat', role: 'SUPPLIER' as const }
const asks = (n: number) => ({
  ...{ number: `BLK179523192769${n}AB1`, buyerName: 'Meher Events', city: 'mumbai', flowerTypes: ['Roses' as const] },
  ...{ quantity: 40, quantityUnit: 'boxes' as const, deliveryDate: '2026-12-02', postedAt: AT },
})
const row = (n: number): BulkRow => ({ _id: bulkId(aUlid(n)), type: 'bulk', version: 1, ...asks(n) })
const contact = { phone: '+919829011420', email: 'meher@mogra.example' }
const fact = (n: number, changes: Partial<BulkInterestFact>): BulkInterestFact => ({
  ...{ _id: bulkInterestId(aUlid(n)), type: 'bulk-interest', version: 2, ...asks(n) },
  ...{ state: 'interested', interestedAt: AT, changedAt: AT, ...changes },
})
const figures: SupplierFigures = { _id: 'supplier', type: 'supplier', version: 3, completedDeals: 11 }

const open = (data: { documents?: readonly object[]; bulkRows?: readonly object[] }) =>
  openLocalData({ account, ...data })

test('a supplier sees the open requests of the feed, their own interests, and what came of them', async () => {
  const closed = { _id: bulkId(aUlid(9)), type: 'bulk', version: 4, city: 'mumbai', closedAt: AT }
  const device = await open({
    bulkRows: [row(1), row(2), row(3), closed],
    documents: [
      ...[fact(2, { contact }), fact(3, { state: 'withdrawn' }), fact(4, { state: 'agreed', contact }), figures],
      ...[fact(5, { state: 'closed', ended: 'expired' }), fact(6, { state: 'withdrawn' })],
      fact(7, { state: 'withdrawn', ended: 'withdrawn' }),
    ],
  })
  const { all, figures: counted, isComplete } = await read(device, supplierRequests)
  expect(all.map(({ ulid, state, ended }) => [ulid, state, ended])).toEqual([
    [aUlid(7), 'ended', 'withdrawn'],
    [aUlid(6), 'withdrawn', undefined],
    [aUlid(5), 'ended', 'expired'],
    [aUlid(4), 'agreed', undefined],
    [aUlid(3), 'new', undefined],
    [aUlid(2), 'interested', undefined],
    [aUlid(1), 'new', undefined],
  ])
  expect(counted).toEqual({ open: 3, interested: 1, completedDeals: 11 })
  expect(isComplete).toBe(true)
})

test('without a feed the list is empty and not complete', async () => {
  const device = await open({})
  expect(await read(device, supplierRequests)).toMatchObject({ all: [], isComplete: false })
})

test('interest that was shown without a network counts at once, and has no contact before it is confirmed', async () => {
  const device = await open({ bulkRows: [row(1)] })
  expect(await setInterest(aUlid(1), true)).toBe(true)
  const { all, figures: counted, asked } = await read(device, supplierRequests)
  expect(all).toMatchObject([{ state: 'interested', change: { kind: 'show-interest', stage: 'saved' } }])
  expect(all[0]).not.toHaveProperty('contact')
  expect(counted).toMatchObject({ open: 1, interested: 1 })

  const [intent] = asked
  await device.databases.mailbox().db.bulkDocs([fact(1, { contact }), aReceipt(ulidOf(intent?.intent._id ?? ''))])
  const [confirmed] = (await read(device, supplierRequests)).all
  expect(confirmed).toMatchObject({ state: 'interested', contact, interestedAt: AT })
  expect(confirmed).not.toHaveProperty('change')
})

test('a supplier who withdraws the interest no longer sees the contact, even before that is confirmed', async () => {
  const device = await open({ bulkRows: [row(1)], documents: [fact(1, { contact })] })
  await setInterest(aUlid(1), false)
  const [request] = (await read(device, supplierRequests)).all
  expect(request).toMatchObject({ state: 'new', change: { kind: 'withdraw-interest' } })
  expect(request).not.toHaveProperty('contact')
})

test('a supplier who withdraws the interest in a request that is not in the feed no longer sees the contact', async () => {
  const device = await open({ bulkRows: [], documents: [fact(1, { contact })] })
  await setInterest(aUlid(1), false)
  const [request] = (await read(device, supplierRequests)).all
  expect(request).toMatchObject({ state: 'withdrawn', change: { kind: 'withdraw-interest' } })
  expect(request).not.toHaveProperty('contact')
})

test('a supplier who presses twice sends one change, and one who changes their mind sends another', async () => {
  const device = await open({ bulkRows: [row(1)] })
  expect(await setInterest(aUlid(1), true)).toBe(true)
  expect(await setInterest(aUlid(1), true)).toBe(false)
  expect(await setInterest(aUlid(1), false)).toBe(true)
  const kinds = (await read(device, supplierRequests)).asked.map(({ intent }) => intent.kind)
  expect(kinds).toEqual(['show-interest', 'withdraw-interest'])
})

test('interest that was refused can be shown again', async () => {
  const device = await open({ bulkRows: [row(1)] })
  await setInterest(aUlid(1), true)
  const [asked] = (await read(device, supplierRequests)).asked
  const refused = aReceipt(ulidOf(asked?.intent._id ?? intentId('')), {
    outcome: 'refused',
    reason: 'too_many_requests',
  })
  await device.databases.mailbox().db.bulkDocs([refused])
  expect((await read(device, supplierRequests)).all).toMatchObject([{ state: 'new' }])
  expect(await setInterest(aUlid(1), true)).toBe(true)
})
