import type * as v from 'valibot'
import { expect, test } from 'vitest'
import { intentId } from '../intents/intent-ids.ts'
import { type Receipt, receiptId } from '../intents/receipt.ts'
import type { DriverRow } from './application-row.ts'
import { type AskedDecision, foldApplications } from './fold-applications.ts'

const AT = '2026-11-21T10:00:00.000Z'
const ulid = (n: number) => `01JD6Y0000000000000000000${n}`

const row = (n: number, at = AT): v.InferOutput<typeof DriverRow> => ({
  ...{ _id: `application:${ulid(n)}`, type: 'application', version: 3, state: 'pending_verification', at },
  ...{ applicationType: 'driver', name: 'Ravi', email: 'ravi@example.com', phone: '+919829011420', city: 'jaipur' },
  ...{ vehicleType: 'bike', vehicleNumber: 'RJ14SS0921', licenseNumber: 'RJ1420190034417' },
  ...{ documents: [], isIncomplete: true },
})

const asked = (n: number, changes: Partial<AskedDecision> = {}): AskedDecision => ({
  intent: {
    ...{ _id: intentId(ulid(9)), type: 'intent', kind: 'decide-application', device: 'd', n: 1, madeAt: AT },
    payload: { application: ulid(n), version: 3, decision: 'approved' },
  },
  ...changes,
})

const receipt = (outcome: Receipt['outcome']): Receipt => ({
  ...{ _id: receiptId(ulid(9)), type: 'receipt', outcome, receivedAt: AT, decidedAt: '2026-11-21T10:05:00.000Z' },
})

const decided = (changes: Partial<AskedDecision>) => foldApplications([row(1)], [asked(1, changes)])[0]?.decided

test('the oldest application comes first, whatever order the rows arrive in', () => {
  const folded = foldApplications([row(1, '2026-11-21T11:00:00.000Z'), row(2), row(3, '2026-11-20T11:00:00.000Z')], [])
  expect(folded.map(({ row }) => row._id.at(-1))).toEqual(['3', '2', '1'])
})

test('a decision shows at once, and then how far it has got', () => {
  expect(decided({})).toEqual({ decision: 'approved', stage: 'saved', at: AT })
  expect(decided({ sentAt: '2026-11-21T10:01:00.000Z' })).toMatchObject({ stage: 'sent' })
  expect(decided({ sentAt: AT, receipt: receipt('done') })).toMatchObject({
    ...{ stage: 'confirmed', at: '2026-11-21T10:05:00.000Z' },
  })
})

test('a refused decision leaves the application open, and touches no other one', () => {
  expect(decided({ receipt: receipt('refused') })).toBeUndefined()
  expect(foldApplications([row(2)], [asked(1)])[0]?.decided).toBeUndefined()
})
