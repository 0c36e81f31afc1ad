import { expect, test } from 'vitest'
import { type Receipt, receiptId, stageOf } from '#model'

const [MADE, SENT, RECEIVED, DECIDED] = [
  ...['2026-11-26T10:00:00.000Z', '2026-11-26T10:01:00.000Z'],
  ...['2026-11-26T10:02:00.000Z', '2026-11-26T10:03:00.000Z'],
] as const
const intent = { madeAt: MADE }
const receipt: Receipt = {
  ...{ _id: receiptId('01JD6Y00000000000000000001'), type: 'receipt', outcome: 'done' },
  ...{ receivedAt: RECEIVED, decidedAt: DECIDED },
}

test.each([
  ['is saved since it was made', { intent }, { stage: 'saved', at: MADE }],
  ['is sent since this device sent it', { intent, sentAt: SENT, receipt }, { stage: 'sent', at: SENT }],
  ['of another device is sent since the service received it', { intent, receipt }, { stage: 'sent', at: RECEIVED }],
])('an intent whose result is not here %s', (_, asked, expected) => {
  expect(stageOf(asked)).toEqual(expected)
})
