import { expect, test } from 'vitest'
import {
  type Asked,
  type BulkRequestFact,
  bulkRequestId,
  foldBulkRequests,
  intentId,
  type RequestBulk,
  receiptId,
} from '#model'

const [FIRST, SECOND, THIRD] = [
  '01JD6Y00000000000000000001',
  '01JD6Y00000000000000000002',
  '01JD6Y00000000000000000003',
]
const [MADE, SENT, DECIDED] = ['2026-11-21T10:00:00.000Z', '2026-11-21T10:01:00.000Z', '2026-11-21T10:02:00.000Z']

const payload: RequestBulk = {
  ...{ buyerName: 'Kavya Menon', phone: '+919829055110', email: 'kavya@example.com', city: 'jaipur' },
  ...{ deliveryAddress: 'Chokhi Dhani Road', flowerTypes: ['Roses'], quantity: 300, quantityUnit: 'stems' },
  deliveryDate: '2026-12-05',
}
const { phone, email, deliveryAddress, ...others } = payload
const fact = (ulid: string, changes: Partial<BulkRequestFact> = {}): BulkRequestFact => ({
  ...{ _id: bulkRequestId(ulid), type: 'bulk-request', version: 1, number: 'BLK1763719200000ABC' },
  ...{ ...others, phone, email, deliveryAddress, state: 'pending', postedAt: DECIDED, changedAt: DECIDED },
  interested: [],
  ...changes,
})

const receipt = (ulid: string, reason?: string): Asked<'request-bulk'>['receipt'] => ({
  ...{ _id: receiptId(ulid), type: 'receipt', receivedAt: SENT, decidedAt: DECIDED },
  ...(reason === undefined ? { outcome: 'done' } : { outcome: 'refused', reason }),
})
const common = { type: 'intent', device: 'phone', n: 1, madeAt: MADE } as const
const request = (ulid: string, more: Partial<Asked<'request-bulk'>> = {}): Asked<'request-bulk'> => ({
  intent: { _id: intentId(ulid), ...common, kind: 'request-bulk', payload },
  ...more,
})
const withdrawal = (
  ulid: string,
  of: string,
  more: Partial<Asked<'withdraw-bulk'>> & { agreedWith?: string } = {},
): Asked<'withdraw-bulk'> => {
  const { agreedWith, ...progress } = more
  const asked = { request: of, ...(agreedWith !== undefined && { agreedWith }) }
  return { intent: { _id: intentId(ulid), ...common, kind: 'withdraw-bulk', payload: asked }, ...progress }
}

test.each([
  ['saved on this phone', {}, { stage: 'saved', at: MADE }],
  ['sent', { sentAt: SENT }, { stage: 'sent', at: SENT }],
  [
    'refused, with the reason',
    { sentAt: SENT, receipt: receipt(FIRST, 'date_passed') },
    { stage: 'refused', at: DECIDED, reason: 'date_passed' },
  ],
  ['confirmed before its copy arrives', { receipt: receipt(FIRST) }, { stage: 'confirmed', at: DECIDED }],
])('a request is %s', (_, progress, expected) => {
  const [view] = foldBulkRequests([], [request(FIRST, progress)], [])
  expect(view).toMatchObject({ ulid: FIRST, quantity: 300, ...expected })
  expect(view?.fact).toBeUndefined()
})

test('a confirmed request is shown as the service keeps it, and the newest request comes first', () => {
  const views = foldBulkRequests([fact(FIRST, { quantity: 250 })], [request(FIRST), request(SECOND)], [])
  expect(views.map(({ ulid }) => ulid)).toEqual([SECOND, FIRST])
  expect(views[1]).toMatchObject({
    stage: 'confirmed',
    at: DECIDED,
    quantity: 250,
    fact: { number: 'BLK1763719200000ABC' },
  })
})

test('a withdrawal that is not confirmed is shown with its request, even before the request is sent', () => {
  const [waiting] = foldBulkRequests([], [request(FIRST)], [withdrawal(SECOND, FIRST)])
  expect(waiting).toMatchObject({ stage: 'saved', withdrawal: { stage: 'saved', at: MADE } })
  const agreed = withdrawal(SECOND, FIRST, { agreedWith: 's1', sentAt: SENT })
  const [open] = foldBulkRequests([fact(FIRST)], [], [agreed])
  expect(open).toMatchObject({ stage: 'confirmed', withdrawal: { stage: 'sent', agreedWith: 's1' } })
})

test('a buyer who withdraws again after a refusal sees the new withdrawal', () => {
  const refused = withdrawal(SECOND, FIRST, { receipt: receipt(SECOND, 'not_yours') })
  expect(foldBulkRequests([fact(FIRST)], [], [refused])[0]?.withdrawal).toMatchObject({ reason: 'not_yours' })
  const [view] = foldBulkRequests([fact(FIRST)], [], [withdrawal(THIRD, FIRST), refused])
  expect(view?.withdrawal).toMatchObject({ stage: 'saved' })
})

test('a request that has ended no longer shows a withdrawal', () => {
  const [view] = foldBulkRequests([fact(FIRST, { state: 'expired' })], [], [withdrawal(SECOND, FIRST)])
  expect(view?.withdrawal).toBeUndefined()
})
