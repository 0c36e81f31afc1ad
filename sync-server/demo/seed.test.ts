import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileTypeOf, ulidOf } from '#model'
import { decideAbout } from '../applications/deciding.ts'
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

test('three applications wait for an admin, with documents that open', async () => {
  const { applications, kyc, couch } = service.services
  const ids = await couch.db('applications').ids('application:', 'application:\uffff')
  const found = await Promise.all(ids.map((id) => applications.get(id)))
  expect(found.map((one) => [one?.state, one?.form?.type, one?.documents.length])).toEqual([
    ['pending_verification', 'driver', 5],
    ['pending_verification', 'driver', 5],
    ['pending_verification', 'wholesale_supplier', 2],
  ])
  for (const application of found)
    for (const document of application?.documents ?? []) {
      const file = await kyc.read(ulidOf(application?._id ?? ''), document)
      for await (const start of file?.bytes ?? []) expect(fileTypeOf(start)).toBe(file?.type)
    }
})

test('the admins’ feed has a row of each application', async () => {
  const { couch, feeds } = service.services
  const rows = async () => {
    const [feed] = await feeds.listedFor({ role: 'ADMIN' })
    return feed ? couch.db(feed.database).ids('application:', 'application:\uffff') : []
  }
  await expect.poll(rows).toHaveLength(3)
})

test('an application of the demo that was decided stays so', async () => {
  const { applications, couch } = service.services
  const [id = ''] = await couch.db('applications').ids('application:', 'application:\uffff')
  const at = service.services.now().toISOString()
  await decideAbout(applications.kept.store, id, { version: 1, at, decision: 'rejected', reason: 'No' })
  await seedDemo(service.services)
  expect(await applications.get(id)).toMatchObject({ state: 'rejected' })
})
