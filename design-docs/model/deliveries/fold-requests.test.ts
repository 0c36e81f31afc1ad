import { expect, test } from 'vitest'
import { intentId } from '../intents/intent-ids.ts'
import { type Receipt, receiptId } from '../intents/receipt.ts'
import type { DeliveryRow } from './delivery-fact.ts'
import { type AskedAccept, autoAccepted, foldRequests } from './fold-requests.ts'

/** 3:30 PM in India. */
const NOW = new Date('2026-11-21T10:00:00.000Z')
const AT = NOW.toISOString()
const ulid = (n: number) => `01JD6Y0000000000000000000${n}`

const row = (n: number, changes: Partial<DeliveryRow> = {}): DeliveryRow => ({
  ...{ _id: `delivery:${ulid(n)}`, type: 'delivery', order: `order:${ulid(n)}`, version: 2, city: 'jaipur' },
  ...{ pickup: { florist: { en: 'Gulab Bagh', hi: 'गुलाब बाग़' }, area: 'C-Scheme', pincode: '302001' } },
  ...{ dropPincode: '302015', distanceKm: n, earningRupees: 50, deliveryOn: '2026-11-21', deliveryWindow: 'evening' },
  ...{ items: 1, openedAt: AT },
  ...changes,
})
const claim = (n: number, more: Partial<AskedAccept> & { madeAt?: string } = {}): AskedAccept => {
  const { madeAt = AT, ...asked } = more
  return {
    intent: {
      ...{ _id: intentId(ulid(n)), type: 'intent', kind: 'accept-delivery', device: 'phone', n, madeAt },
      payload: { order: ulid(n) },
    },
    ...asked,
  }
}
const receipt = (n: number, outcome: Receipt['outcome'], reason?: string): Receipt => ({
  ...{ _id: receiptId(ulid(n)), type: 'receipt', outcome, receivedAt: AT, decidedAt: AT },
  ...(reason !== undefined && { reason }),
})
const fold = (known: Partial<Parameters<typeof foldRequests>[0]>, now = NOW) =>
  foldRequests({ rows: [row(1), row(2), row(9)], had: [], asked: [], declined: new Set(), ...known }, now)
const numbers = (list: readonly { row: DeliveryRow }[]) => list.map(({ row: { _id } }) => _id.at(-1))

test('a request beyond the radius is listed as far, and one whose distance is unknown as near', () => {
  const rows = [row(1), { ...row(2), distanceKm: 12 }, row(3, { distanceKm: 5 }), without(row(4))]
  const view = fold({ rows, radiusKm: 5 })
  expect([numbers(view.near), numbers(view.far)]).toEqual([['1', '3', '4'], ['2']])
  expect(numbers(fold({ rows }).far)).toEqual([])
})

test('urgent requests come first', () => {
  const urgent = row(9, { deliveryWindow: 'afternoon' })
  const view = fold({ rows: [row(1), urgent] }, new Date('2026-11-21T10:45:00.000Z'))
  expect(view.near.map(({ isUrgent }) => isUrgent)).toEqual([true, false])
  expect(numbers(view.near)).toEqual(['9', '1'])
})

test('a request that was declined, had before or is over is not shown', () => {
  const view = fold({ declined: new Set([ulid(1)]), had: [{ _id: `delivery:${ulid(2)}` }] })
  expect(numbers(view.near)).toEqual(['9'])
  expect(numbers(fold({}, new Date('2026-11-21T16:00:00.000Z')).near)).toEqual([])
})

test('a claim leaves the requests at once, and stays until the delivery arrives', () => {
  const claimed = fold({ asked: [claim(1)] })
  expect(numbers(claimed.near)).toEqual(['2', '9'])
  expect(claimed.claims).toMatchObject([{ order: ulid(1), stage: 'saved', isLate: false, row: { _id: row(1)._id } }])
  const won = { asked: [claim(1, { receipt: receipt(1, 'done') })] }
  expect(fold({ ...won, rows: [] }).claims).toMatchObject([{ order: ulid(1), stage: 'sent' }])
  expect(fold({ ...won, rows: [], had: [{ _id: `delivery:${ulid(1)}` }] }).claims).toEqual([])
})

test('a claim without an answer is late after ten minutes', () => {
  const view = fold({ asked: [claim(1)] }, new Date(NOW.getTime() + 10 * 60_000 + 1))
  expect(view.claims[0]?.isLate).toBe(true)
})

test('a lost claim is shown until the next claim, for an hour at most', () => {
  const lost = claim(1, { receipt: receipt(1, 'refused', 'already_awarded') })
  expect(fold({ asked: [lost] })).toMatchObject({ claims: [], lost: { reason: 'already_awarded' } })
  expect(fold({ asked: [lost, claim(2)] }).lost).toBeUndefined()
  expect(fold({ asked: [lost] }, new Date(NOW.getTime() + 3_600_001)).lost).toBeUndefined()
})

test('a request can be accepted again, unless that would be refused again', () => {
  const refused = (reason: string) =>
    numbers(fold({ asked: [claim(1, { receipt: receipt(1, 'refused', reason) })] }).near)
  expect(refused('too_late')).toContain('1')
  expect(refused('too_many_deliveries')).toContain('1')
  for (const reason of ['own_order', 'not_your_city', 'had_it_before']) expect(refused(reason)).not.toContain('1')
})

test('auto accept chooses the nearest request within the radius, while the partner carries and claims nothing', () => {
  const near = fold({ rows: [row(3), row(2), without(row(1))], radiusKm: 5 })
  expect(autoAccepted(near, 0)?._id).toBe(row(2)._id)
  expect(autoAccepted(near, 1)).toBeUndefined()
  expect(autoAccepted(fold({ asked: [claim(1)] }), 0)).toBeUndefined()
  expect(autoAccepted(fold({ rows: [row(9)], radiusKm: 5 }), 0)).toBeUndefined()
  const refused = { asked: [claim(1, { receipt: receipt(1, 'refused', 'too_late') })] }
  expect(autoAccepted(fold({ ...refused, rows: [row(1)] }), 0)).toBeUndefined()
})

function without({ distanceKm: _, ...other }: DeliveryRow): DeliveryRow {
  return other
}
