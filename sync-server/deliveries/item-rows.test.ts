import { expect, test } from 'vitest'
import type { OrderRecord } from '../orders/order-record.ts'
import { openItemRows } from './item-rows.ts'

test('with a refund admins read what the partner reported', () => {
  const at = '2026-11-26T10:00:00.000Z'
  const order = {
    ...{ _id: 'order:01KB0000000000000000000001', version: 4, number: 'FLR1764055362104ABC', status: 'failed' },
    ...{ totalRupees: 994, paymentMethod: 'upi', deliveryFeeRupees: 50, items: [{ what: 'refund', at }] },
    delivery: {
      ...{ state: 'failed', failedBy: 'closed', rounds: [{ partner: 'imran', awardedAt: at, intent: '01KB' }] },
      steps: [{ round: 0, step: 'failed', reason: 'closed', note: 'The guard says they moved', at, receivedAt: at }],
    },
  } as unknown as OrderRecord
  const [row] = openItemRows(order, () => 'Imran Khan')
  expect(row).toMatchObject({
    ...{ what: 'refund', paymentMethod: 'upi', rounds: [{ partner: 'imran', name: 'Imran Khan' }] },
    steps: [{ partner: 'imran', step: 'failed', reason: 'closed', note: 'The guard says they moved' }],
  })
  expect(row).not.toHaveProperty('earningRupees')
})
