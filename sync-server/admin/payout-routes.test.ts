import { ulid } from 'ulid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { somePayout } from '../partners/testing/some-payout.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'
import { type Desk, openDesk } from './testing/desk-calls.ts'

let service: TestService
let desk: Desk
let people = 0

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent' })
  desk = await openDesk(service)
  await desk.prove()
})
afterAll(() => service.close())

async function payoutOf(name: string, rupees: number, bank?: { number: string; ifsc?: string }) {
  people += 1
  const email = `partner-${people}@example.in`
  return somePayout(service.services, { email, name, rupees, ...(bank && { bank }) })
}

const listed = async (id: string) =>
  ((await desk.get('payouts')).json.payouts as { id: string; version: number }[]).find((one) => one.id === id)
const settle = (id: string, what: 'paid' | 'failed', body: object) =>
  desk.post(`payouts/${encodeURIComponent(id)}/${what}`, body)

test('the bank’s file has every payout with a complete bank account, once and the same again', async () => {
  const imran = await payoutOf('Imran Khan', 1_950, { number: '50100123457745', ifsc: 'SBIN0031023' })
  const joseph = await payoutOf('Joseph Fernandes', 640)
  const tenzin = await payoutOf('=Tenzin', 70, { number: '50100123450312' })
  const batch = ulid()
  const file = await desk.post('payouts/export', { batch })
  expect(file).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
  expect(file.text.split('\r\n')).toEqual([
    '\ufeffName,Account,IFSC,Amount,Reference',
    expect.stringMatching(/^Imran Khan,50100123457745,SBIN0031023,1950,MOGRA-\w+-1$/),
    '',
  ])
  expect(await listed(imran.id)).toMatchObject({ state: 'exported', batch, bankAccountEnds: '7745', rupees: 1_950 })
  expect(await listed(joseph.id)).toMatchObject({ state: 'to_pay', name: 'Joseph Fernandes', city: 'jaipur' })
  expect(await listed(tenzin.id)).not.toHaveProperty('bankAccountEnds')
  expect((await desk.get('payouts')).text).not.toContain('50100123457745')

  expect((await desk.post('payouts/export', { batch, again: true })).text).toBe(file.text)
  expect(await desk.post('payouts/export', { batch: ulid() })).toMatchObject({
    status: 409,
    json: { error: 'nothing_to_export' },
  })
  // Joseph gives his bank account: from then on he can be paid.
  await service.services.kyc.setBank(joseph.partner.id, { number: '77001234567890', ifsc: 'FDRL0001234' })
  await service.services.payouts.bankChanged(joseph.partner.id)
  expect(await listed(joseph.id)).toMatchObject({ bankAccountEnds: '7890' })
  expect((await desk.post('payouts/export', { batch: ulid() })).text).toContain('Joseph Fernandes,77001234567890')
})

test('an admin says what became of a payout, once, for the version that they saw', async () => {
  const { id, version } = await payoutOf('Farhan Qureshi', 2_415, { number: '2207000012', ifsc: 'ICIC0000673' })
  const paid = { version, reference: '432911802207' }
  expect(await settle(id, 'paid', paid)).toMatchObject({ status: 409, json: { error: 'not_exported' } })
  await desk.post('payouts/export', { batch: ulid() })
  expect(await settle(id, 'paid', paid)).toMatchObject({ status: 409, json: { error: 'payout_changed' } })
  const now = (await listed(id))?.version ?? 0
  expect(await settle(id, 'paid', { ...paid, version: now })).toMatchObject({
    status: 200,
    json: { state: 'paid', reference: '432911802207' },
  })
  // The answer was lost, and the desk asks again.
  expect((await settle(id, 'paid', { ...paid, version: now })).status).toBe(200)
  expect(await settle(id, 'failed', { version: now + 1, reason: 'Returned' })).toMatchObject({
    json: { error: 'payout_changed' },
  })
  const logged = await service.services.accessLog.of(desk.account.id)
  expect(logged.filter(({ subject }) => subject === id).map(({ what }) => what)).toContain('payout-settled')
})

test('what is wrong is refused with a reason', async () => {
  for (const [path, body, status] of [
    ['payouts/export', {}, 422],
    ['payouts/export', { batch: 'x' }, 422],
    ['payouts/payout%3Anobody%3A1/paid', { version: 1, reference: '' }, 422],
    ['payouts/payout%3Anobody%3A1/paid', { version: 1, reference: 'A' }, 404],
    ['payouts/..%2Fx/failed', { version: 1, reason: 'A' }, 404],
  ] as const)
    expect([path, (await desk.post(path, body)).status]).toEqual([path, status])
})

test('an admin without a fresh code gets no file and settles nothing', async () => {
  const other = await openDesk(service)
  const { id, version } = await payoutOf('Lakshmi Narayan', 3_690)
  for (const [path, body] of [
    ['payouts/export', { batch: ulid() }],
    [`payouts/${encodeURIComponent(id)}/failed`, { version, reason: 'A' }],
  ] as const)
    expect(await other.post(path, body)).toMatchObject({ status: 403, json: { error: 'fresh_code_needed' } })
  expect(await other.get('payouts')).toMatchObject({ status: 200 })
})
