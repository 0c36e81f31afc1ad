import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../testing/test-service.ts'
import { DEMO_ACCOUNTS } from './demo-accounts.ts'
import { seedDemo } from './seed.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

test('the demo starts with flowers, florists and people', async () => {
  const { couch, accounts } = service.services
  expect((await couch.db('catalogue').range('flower:', 'flower:\uffff')).length).toBeGreaterThanOrEqual(8)
  expect((await couch.db('catalogue').range('florist:', 'florist:\uffff')).length).toBeGreaterThanOrEqual(6)
  for (const { email, role } of DEMO_ACCOUNTS) expect(await accounts.findByEmail(email)).toMatchObject({ email, role })
})

test('seeding again changes nothing, and restores what was changed', async () => {
  const { couch } = service.services
  const catalogue = couch.db('catalogue')
  const everything = () => catalogue.range<object>('', '\uffff')
  const before = await everything()
  await seedDemo(service.services)
  expect(await everything()).toEqual(before)

  await catalogue.update<{ priceRupees: number }>('flower:red-roses', (doc) => doc && { ...doc, priceRupees: 1 })
  await seedDemo(service.services)
  expect(await catalogue.get('flower:red-roses')).toMatchObject({
    priceRupees: 899,
    _rev: expect.stringMatching(/^3-/),
  })
})

test('every person of the demo can sign in', async () => {
  for (const { email, role } of DEMO_ACCOUNTS)
    expect((await service.signIn(email)).account).toMatchObject({ email, role })
})
