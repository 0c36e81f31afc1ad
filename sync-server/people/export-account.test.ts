import { afterAll, beforeAll, expect, test } from 'vitest'
import { fullAccounts } from '../accounts/deletion/testing/full-account.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'

let service: TestService
const at = Date.parse('2026-11-21T06:00:00.000Z')

beforeAll(async () => {
  service = await startTestService({ now: () => new Date(at), logLevel: 'silent' })
})
afterAll(() => service.close())

const { call, somebody } = fullAccounts(() => service)

test('an export contains everything that is stored about a person, and nothing about others', async () => {
  const [who, other] = [await somebody(), await somebody()]
  const answer = await call('GET', '/api/accounts/current/export', who.phone)
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="mogra-2026-11-21\.json"$/)
  const data = answer.json()
  expect(data).toMatchObject({
    account: { email: who.email, name: who.account.name },
    orders: [{ _id: who.orderId, lines: [{ message: expect.stringMatching(/^Forgive me/) }] }],
    // The visitor's report belongs to the same person.
    tickets: [who.account, who.visitor].map(({ id }) => ({ account: id, message: `Call ${who.account.name}` })),
    bulkRequests: [who.account, who.visitor].map(({ id }) => ({
      account: id,
      additionalNotes: `Ask ${who.account.name}`,
    })),
    conversations: [{ about: 'support', messages: [{ seq: 1, mine: true, text: `Call ${who.account.name}` }] }],
    applications: [{ type: 'wholesale_supplier', email: who.email }],
    documents: { files: [{ document: 'panCard' }] },
    audit: { decisions: [{ kind: 'place-order', outcome: 'done' }] },
  })
  expect(data.audit.access.map(({ what }: { what: string }) => what).sort()).toEqual([
    ...['exported', 'sign-in', 'visitor-made'],
  ])
  expect(data.sessions).toHaveLength(2)
  expect(data.mailbox.map(({ type }: { type: string }) => type).sort()).toEqual([
    ...['account', 'application', 'bulk-interest', 'bulk-request', 'bulk-request', 'conversation', 'intent'],
    ...['message', 'notice', 'notice', 'order', 'receipt', 'supplier', 'ticket', 'ticket'],
  ])
  for (const secret of [other.email, other.account.id, who.phone.cookie.slice(4)])
    expect(answer.body).not.toContain(secret)
})
