import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../testing/test-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent' })
})
afterAll(() => service.close())

const counts = (cookie = '') =>
  service.app.inject({ method: 'GET', url: '/api/admin/user-counts', headers: { cookie } })

test('an admin sees how many people there are, without visitors and deleted accounts', async () => {
  const { cookie } = await service.signIn('admin@mogra.example')
  const { total, nonAdmin } = (await counts(cookie)).json()
  expect(total - nonAdmin).toBe(1)
  const { accounts, accountDeletion } = service.services
  await accounts.createVisitor('en')
  const made = await accounts.create({ email: 'counted@example.com', name: 'Asha', role: 'CUSTOMER' })
  if (made === 'email_taken') throw new Error(made)
  expect((await counts(cookie)).json()).toEqual({ total: total + 1, nonAdmin: nonAdmin + 1 })
  await accountDeletion.begin(made)
  expect((await counts(cookie)).json()).toEqual({ total, nonAdmin })
})

test('other roles cannot see how many people there are', async () => {
  expect((await counts()).statusCode).toBe(401)
  for (const email of ['customer@mogra.example', 'partner@mogra.example', 'supplier@mogra.example'])
    expect((await counts((await service.signIn(email)).cookie)).statusCode).toBe(403)
})
