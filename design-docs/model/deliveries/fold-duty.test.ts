import { expect, test } from 'vitest'
import { intentId } from '../intents/intent-ids.ts'
import { type Receipt, receiptId } from '../intents/receipt.ts'
import { type AskedDuty, foldDuty } from './fold-duty.ts'

const NOW = new Date('2026-11-21T10:00:00.000Z')
const AT = NOW.toISOString()
const ulid = (n: number) => `01JD6Y0000000000000000000${n}`
const fact = (isOnline: boolean, version = 1) => ({ isOnline, version })
const asked = (n: number, online: boolean, more: Partial<AskedDuty> = {}, madeAt = AT): AskedDuty => ({
  intent: {
    ...{ _id: intentId(ulid(n)), type: 'intent', kind: 'set-availability', device: 'phone', n, madeAt },
    payload: { online },
  },
  ...more,
})
const receipt = (n: number, outcome: Receipt['outcome'], version?: number): Receipt => ({
  ...{ _id: receiptId(ulid(n)), type: 'receipt', outcome, receivedAt: AT, decidedAt: AT, result: { version } },
})

test('the last switch shows at once, until the fact with its result arrives', () => {
  expect(foldDuty(fact(false), [asked(1, true)], NOW)).toEqual({ isOn: true, stage: 'saved' })
  expect(foldDuty(fact(true), [asked(1, true), asked(2, false)], NOW)).toMatchObject({ isOn: false })
  expect(foldDuty(fact(false), [asked(1, true, { sentAt: AT })], NOW)).toEqual({ isOn: true, stage: 'sent' })
  const decided = asked(1, true, { receipt: receipt(1, 'done', 2) })
  expect(foldDuty(fact(false), [decided], NOW)).toEqual({ isOn: true, stage: 'sent' })
  expect(foldDuty(fact(false, 3), [decided], NOW)).toEqual({ isOn: false, stage: 'confirmed' })
})

test('a duty ends by itself', () => {
  const until = { ...fact(true), dutyEndsAt: '2026-11-21T10:00:01.000Z' }
  expect(foldDuty(until, [], NOW)).toEqual({ isOn: true, stage: 'confirmed', endsAt: until.dutyEndsAt })
  expect(foldDuty(until, [], new Date('2026-11-21T10:00:01.000Z'))).toEqual({ isOn: false, stage: 'confirmed' })
})

test('going on duty counts for fifteen minutes, and going off duty always', () => {
  const later = new Date(NOW.getTime() + 15 * 60_000 + 1)
  expect(foldDuty(fact(false), [asked(1, true)], later)).toMatchObject({ isOn: false, isTooLate: true })
  expect(foldDuty(fact(true), [asked(1, false)], later)).toEqual({ isOn: false, stage: 'saved' })
  const refused = asked(1, true, { receipt: receipt(1, 'refused') })
  expect(foldDuty(fact(false), [refused], NOW)).toMatchObject({ isOn: false, isTooLate: true })
})

test('a partner of whom nothing is known is off duty', () => {
  expect(foldDuty(undefined, [], NOW)).toEqual({ isOn: false, stage: 'confirmed' })
})
