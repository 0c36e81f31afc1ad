import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileTypeOf, ulidOf } from '#model'
import { decideAbout } from '../applications/deciding.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'
import { DEMO_ACCOUNTS } from './demo-accounts.ts'
import { generateTickets } from './generated/generate-tickets.ts'
import { makeUpPeople, seedDemo } from './seed.ts'

let service: TestService
let laterMs = 0
beforeAll(async () => {
  service = await startTestService({ isPeopled: true, now: () => new Date(Date.now() + laterMs) })
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

test('an applicant of the demo who deleted the account does not apply again', async () => {
  const { accounts, applications, accountDeletion, couch, kyc, sweep } = service.services
  const ids = await couch.db('applications').ids('application:', 'application:\uffff')
  const id = ids.at(-1) ?? ''
  const account = await accounts.get((await applications.get(id))?.account ?? '')
  if (account?.status !== 'active') throw new Error(`${id} has no account`)
  await accountDeletion.begin(account)
  await sweep.sweepNow()
  laterMs = 61_000
  await accountDeletion.resume()
  expect(await applications.get(id)).toBeUndefined()
  await seedDemo(service.services)
  expect([await applications.get(id), await kyc.list(ulidOf(id))]).toEqual([undefined, []])
})

test('forty made-up people and two messages to support, one of them answered, await the admin', async () => {
  const { couch, tickets, sweep } = service.services
  const made = () => couch.db('accounts').ids('account:made-', 'account:made-\uffff')
  expect(await made()).toHaveLength(40)
  expect((await tickets.list()).map(({ state }) => state)).toEqual(['open', 'answered'])
  expect(generateTickets(3, 1).slice(0, 2)).toEqual(generateTickets(2, 1))

  await sweep.sweepNow()
  const { mailbox } = await service.signIn('customer@mogra.example')
  const facts = await couch.db(mailbox.name).range<{ state: string }>('ticket:', 'ticket:\uffff')
  expect(facts.map(({ state }) => state).toSorted()).toEqual(['answered', 'open'])
})

test('a made-up person who was deleted, and a message that was closed, stay so after the next start', async () => {
  const { couch, accounts, accountDeletion, tickets } = service.services
  const [id = ''] = await couch.db('accounts').ids('account:made-', 'account:made-\uffff', 1)
  const person = await accounts.get(id.replace('account:', ''))
  if (person?.status !== 'active') throw new Error(`${id} is not an account`)
  await accountDeletion.begin(person)
  const [open] = await tickets.list()
  if (!open) throw new Error('no message waits')
  const { _id, version } = open
  await tickets.close(_id, { by: 'admin', at: new Date().toISOString(), intent: '01JD0000000000000000000007', version })

  await makeUpPeople(service.services)
  expect((await accounts.get(person.id))?.status).toBe('ended')
  expect(await accounts.findByEmail(person.email)).toBeUndefined()
  expect((await tickets.get(_id))?.state).toBe('closed')
  expect(await tickets.list()).toHaveLength(2)
})
