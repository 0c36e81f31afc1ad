import { expect, test } from 'vitest'
import type { AskedIntent } from '../intents/asked-intent.ts'
import type { DocumentOf } from '../intents/define-intent.ts'
import { intentId } from '../intents/intent-ids.ts'
import { type Receipt, receiptId } from '../intents/receipt.ts'
import type { showInterest, withdrawInterest } from './bulk-intents.ts'
import { type BulkInterestFact, type BulkRow, bulkId, bulkInterestId } from './bulk-request.ts'
import { foldInterests } from './fold-interests.ts'

const AT = '2026-11-26T05:00:00.000Z'
const LATER = '2026-11-26T05:01:00.000Z'
const ulid = (n: number) => `01KB000000000000000000000${n}`
const asks = {
  ...{ number: 'BLK1795231927699AB1', buyerName: 'Meher Events', city: 'mumbai', flowerTypes: ['Roses' as const] },
  ...{ quantity: 40, quantityUnit: 'boxes' as const, deliveryDate: '2026-12-02', postedAt: AT },
}
const row = (n: number): BulkRow => ({ _id: bulkId(ulid(n)), type: 'bulk', version: 1, ...asks })
const fact = (n: number, state: BulkInterestFact['state']): BulkInterestFact => ({
  ...{ _id: bulkInterestId(ulid(n)), type: 'bulk-interest', version: 2, ...asks },
  ...{ state, interestedAt: AT, changedAt: AT },
})

type Change = DocumentOf<typeof showInterest> | DocumentOf<typeof withdrawInterest>
const asked = (n: number, kind: Change['kind'], request: number, more: Partial<AskedIntent<Change>> = {}) =>
  ({
    intent: {
      _id: intentId(ulid(n)),
      type: 'intent',
      kind,
      device: 'd',
      n,
      madeAt: AT,
      payload: { request: ulid(request) },
    },
    ...more,
  }) as AskedIntent<Change>
const receipt = (n: number, changes: Partial<Receipt>): Receipt => ({
  ...{ _id: receiptId(ulid(n)), type: 'receipt', outcome: 'done', receivedAt: AT, decidedAt: LATER },
  ...changes,
})

test('a supplier sees open requests and those of their own interest in one list, the newest first', () => {
  const views = foldInterests([row(1), row(3)], [fact(1, 'interested'), fact(2, 'closed')], [])
  expect(views.map(({ ulid, row, fact }) => [ulid, row !== undefined, fact?.state])).toEqual([
    [ulid(3), true, undefined],
    [ulid(2), false, 'closed'],
    [ulid(1), true, 'interested'],
  ])
})

test('interest is shown before it is sent, and before it is confirmed', () => {
  const [saved] = foldInterests([row(1)], [], [asked(5, 'show-interest', 1)])
  expect(saved).toMatchObject({ isInterested: true, change: { kind: 'show-interest', stage: 'saved', at: AT } })
  const [sent] = foldInterests([row(1)], [], [asked(5, 'show-interest', 1, { sentAt: LATER })])
  expect(sent).toMatchObject({ isInterested: true, change: { stage: 'sent', at: LATER } })
})

test('the last of several changes of interest counts, in whatever order they are listed', () => {
  const changes = [asked(6, 'withdraw-interest', 1), asked(5, 'show-interest', 1)]
  expect(foldInterests([row(1)], [], changes)[0]).toMatchObject({
    ...{ isInterested: false, change: { kind: 'withdraw-interest' } },
  })
})

test('once a change is decided, the fact says whether the supplier is interested', () => {
  const done = asked(5, 'show-interest', 1, { receipt: receipt(5, {}) })
  expect(foldInterests([row(1)], [fact(1, 'interested')], [done])[0]).toMatchObject({
    ...{ isInterested: true, fact: { state: 'interested' } },
  })
  // The supplier has withdrawn it since, on another device.
  const [view] = foldInterests([row(1)], [fact(1, 'withdrawn')], [done])
  expect(view).toMatchObject({ isInterested: false })
  expect(view?.change).toBeUndefined()
})

test('a refused change leaves the interest as it was, and says why', () => {
  const reason = 'request_closed' as const
  const refused = asked(5, 'withdraw-interest', 1, { receipt: receipt(5, { outcome: 'refused', reason }) })
  expect(foldInterests([], [fact(1, 'interested')], [refused])[0]).toMatchObject({
    ...{ isInterested: true, change: { stage: 'refused', at: LATER, reason } },
  })
})
