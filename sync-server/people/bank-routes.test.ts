import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Account } from '#model'
import { type SignedIn, startTestService, type TestService } from '../testing/test-service.ts'

let service: TestService
let me: SignedIn
const BANK = { bankAccount: '5010 0123 4567 89', ifscCode: 'hdfc0001234' }

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent' })
  me = await service.signIn('partner@mogra.example')
})
afterAll(() => service.close())

const set = async (payload: object, { cookie }: Pick<SignedIn, 'cookie'> = me) => {
  const answer = await service.app.inject({ method: 'PUT', url: '/api/account/bank', headers: { cookie }, payload })
  return { status: answer.statusCode, body: answer.body === '' ? {} : (answer.json() as object) }
}

async function prove({ cookie, account: { email } }: SignedIn) {
  const before = service.mails()
  const post = (url: string, payload: object) =>
    service.app.inject({ method: 'POST', url, headers: { cookie }, payload })
  await post('/api/login-codes', { email })
  const mail = await service.mailTo(email, (one) => !before.includes(one) && /\b\d{6}\b/.test(one.text))
  const answer = await post('/api/sessions/proof', { code: mail.text.match(/\b\d{6}\b/)?.[0] })
  expect(answer.statusCode).toBe(204)
}

test('a partner’s bank account is set after a fresh code, and only its end leaves the kyc database', async () => {
  expect(await set(BANK)).toMatchObject({ status: 403, body: { error: 'fresh_code_needed' } })
  await prove(me)
  expect((await set(BANK)).status).toBe(204)
  const { couch, kyc, mailboxes, accessLog } = service.services
  expect(await kyc.bankOf(me.account.id)).toEqual({ number: '50100123456789', ifsc: 'HDFC0001234' })
  expect(await mailboxes.get<Account>(me.mailbox.name, 'account')).toMatchObject({ bankAccountEnds: '6789' })
  expect((await accessLog.of(me.account.id)).map(({ what }) => what)).toContain('bank-changed')
  for (const database of ['accounts', 'audit', 'applications', 'outbox', me.mailbox.name])
    expect(JSON.stringify(await couch.db(database).range('', '\uffff'))).not.toContain('50100123456789')
})

test('a malformed IFSC or account number is refused by the name of its field', async () => {
  await prove(me)
  expect(await set({ ...BANK, ifscCode: 'HDFC1001234' })).toMatchObject({
    status: 422,
    body: { error: 'invalid', fields: { ifscCode: 'invalid' } },
  })
  for (const bankAccount of ['12', '5010-0123/4567'.repeat(3), '', 12])
    expect(await set({ ...BANK, bankAccount })).toMatchObject({
      status: 422,
      body: { fields: { bankAccount: 'invalid' } },
    })
})

test('somebody who was a partner and is owed earnings sets a bank account', async () => {
  const { accounts, couch, kyc, payouts } = service.services
  const email = 'former-partner@example.in'
  await accounts.create({ email, name: 'Imran Khan', role: 'CUSTOMER', verified: true })
  const former = await service.signIn(email)
  expect(await set(BANK, former)).toMatchObject({ status: 403, body: { error: 'not_allowed' } })
  const ulid = '01KAX000000000000000000001'
  const earning = {
    ...{ _id: `earning:${former.account.id}:${ulid}:delivered`, type: 'earning', version: 1 },
    ...{ partner: former.account.id, order: `order:${ulid}`, orderVersion: 1, kind: 'delivered', rupees: 50 },
    ...{ at: '2026-11-25T06:00:00.000Z', held: false, payout: 0 },
  }
  await couch.db('partners').create(earning)
  expect(await payouts.isOwed(former.account.id)).toBe(true)
  expect(await set(BANK, former)).toMatchObject({ status: 403, body: { error: 'fresh_code_needed' } })
  await prove(former)
  expect((await set(BANK, former)).status).toBe(204)
  expect(await kyc.bankOf(former.account.id)).toEqual({ number: '50100123456789', ifsc: 'HDFC0001234' })
})

test('nobody but a partner has a bank account', async () => {
  for (const email of ['customer@mogra.example', 'supplier@mogra.example', 'admin@mogra.example'])
    expect(await set(BANK, await service.signIn(email))).toMatchObject({ status: 403, body: { error: 'not_allowed' } })
})
