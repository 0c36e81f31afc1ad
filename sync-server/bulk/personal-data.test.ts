import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkId, dayOf } from '#model'
import type { SignedIn, TestService } from '../testing/test-service.ts'
import { startTestService } from '../testing/test-service.ts'
import { digestMailIds } from './bulk-digest.ts'
import { interestMailId } from './bulk-mails.ts'
import { bulkWorld } from './testing/bulk-world.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

let service: TestService
let clock = Date.parse('2026-11-26T06:00:00.000Z')

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent', now: () => new Date(clock) })
  await service.services.outbox.stop()
})
afterAll(() => service.close())

const world = bulkWorld(() => service)
const { person, supplier, visitor, request, showInterest, end, factOf } = world
const { requestOf, interestOf, bulkRowOf, unservedRowOf, recordOf, noticesOf } = world

async function remove({ account, mailbox }: SignedIn) {
  const { accountDeletion, sweep } = service.services
  await accountDeletion.begin({ id: account.id, email: account.email, mailbox })
  await sweep.sweepNow()
  clock += MINUTE_MS
  await accountDeletion.resume()
  await sweep.sweepNow()
}

test('a visitor who signs in takes the request along: the account reads the interest, and may end it', async () => {
  const [guest, me, meera] = [await visitor(), await person('CUSTOMER'), await supplier()]
  const id = await request(guest)
  await service.services.visitorMerge.adopt(guest.account.id, me.account.id)
  expect(await recordOf(id)).toMatchObject({ account: me.account.id })
  expect(await requestOf(me, id)).toMatchObject({ state: 'pending' })
  await showInterest(meera, id)
  expect((await requestOf(me, id))?.interested).toHaveLength(1)
  expect(await end(me, id, meera.account.id)).toBe('done')
})

test('a buyer who deletes the account leaves no word in feed, core, mails and suppliers’ copies', async () => {
  const [buyer, meera] = [await person('CUSTOMER'), await supplier()]
  const buyerName = 'Asha Sharma'
  const ids = [
    await request(buyer, { buyerName }),
    await request(buyer, { buyerName, city: 'kota' }),
    await request(buyer, { buyerName }),
  ]
  const [open = '', unserved = '', agreed = ''] = ids
  for (const id of [open, agreed]) await showInterest(meera, id)
  await end(buyer, agreed, meera.account.id)
  // The mail to the supplier is not sent.
  await service.services.sweep.sweepNow()
  clock += 10 * MINUTE_MS
  await service.services.sweep.sweepNow()
  const outbox = service.services.couch.db('outbox')
  const mails = async () =>
    (await outbox.range('mail:', 'mail:\uffff')).filter((mail) => /Asha Sharma/.test(JSON.stringify(mail)))
  expect(new Set((await mails()).map(({ _id }) => _id.split(':')[1]))).toEqual(
    new Set(['bulk-notification', 'bulk-order-confirmation', 'supplier-interest']),
  )

  await remove(buyer)
  for (const id of ids) {
    const { interested, ...record } = await recordOf(id)
    expect(JSON.stringify(record)).not.toMatch(/Asha|98290|asha@|Bapu|wedding/)
    expect(record.account).toBe('deleted')
  }
  expect(await mails()).toEqual([])
  expect(await bulkRowOf(open)).toHaveProperty('closedAt')
  expect(await unservedRowOf(unserved)).toHaveProperty('closedAt')
  const facts = [await interestOf(meera, open), await interestOf(meera, agreed)]
  expect(facts.map((fact) => [fact?.state, fact?.ended])).toEqual([
    ['closed', 'withdrawn'],
    ['agreed', 'agreed'],
  ])
  expect(JSON.stringify(facts)).not.toMatch(/Asha|98290|asha@|Bapu|wedding/)
  expect((await noticesOf(meera)).toSorted()).toEqual(['bulk-agreed', 'bulk-closed'])
  // The supplier's figures still count the deal.
  expect(await factOf(meera, 'supplier')).toMatchObject({ completedDeals: 1 })
})

test('a supplier who deletes the account leaves nothing with the buyer', async () => {
  const [buyer, meera, other] = [await person('CUSTOMER'), await supplier({ autoResponse: 'Ours' }), await supplier()]
  const [open, agreed] = [await request(buyer), await request(buyer)]
  for (const id of [open, agreed]) for (const who of [meera, other]) await showInterest(who, id)
  await end(buyer, agreed, meera.account.id)
  await service.services.sweep.sweepNow()
  const mailOf = (who: SignedIn) =>
    service.services.couch.db('outbox').get(interestMailId(bulkId(open), who.account.id))
  expect(await mailOf(meera)).toBeDefined()
  await remove(meera)
  for (const id of [open, agreed]) {
    expect(JSON.stringify(await recordOf(id))).not.toContain(meera.account.id)
    const fact = await requestOf(buyer, id)
    expect(fact?.interested.map((one) => one.supplier)).toEqual([other.account.id])
    expect(JSON.stringify(fact)).not.toMatch(new RegExp(`${meera.account.id}|Ours`))
  }
  expect(await requestOf(buyer, agreed)).toMatchObject({ state: 'agreed' })
  expect(await mailOf(meera)).toBeUndefined()
  expect(await mailOf(other)).toBeDefined()
})

test('a visitor is kept until 30 days after the last delivery date, or after the withdrawal', async () => {
  const guest = await visitor()
  const { awaitedUntil } = service.services.personalData
  const until = async () => (await Promise.all(awaitedUntil.map((one) => one(guest.account.id)))).find(Boolean)
  expect(await until()).toBeUndefined()
  const id = await request(guest, { deliveryDate: '2027-01-01' })
  expect(await until()).toBe('2027-01-31')
  await end(guest, id)
  expect(await until()).toBe(dayOf(new Date(clock + 30 * DAY_MS)))
})

test('the export has the requests of the account and of the visitors that it was, and no word of suppliers', async () => {
  const [guest, me, meera] = [await visitor(), await person('CUSTOMER'), await supplier()]
  const [first, second] = [await request(guest), await request(me)]
  await showInterest(meera, second)
  await service.services.visitorMerge.adopt(guest.account.id, me.account.id)
  const { exported } = service.services.personalData
  const { read } = exported.find(({ name }) => name === 'bulkRequests') ?? {}
  const adopted = [guest.account.id]
  const part = (await read?.({ account: me.account.id, session: '', mailbox: me.mailbox.name, adopted })) as object[]
  const numbers = await Promise.all([first, second].map(async (id) => (await recordOf(id)).number))
  expect(part.map((one) => Object(one).number).toSorted()).toEqual(numbers.toSorted())
  expect(part[0]).toMatchObject({ buyerName: 'Asha Rao', deliveryAddress: '14, Bapu Nagar' })
  expect(JSON.stringify(part)).not.toContain(meera.account.id)
})

test('the mails of a digest are found by the requests that it is about', async () => {
  const meera = await supplier({ citiesServed: ['surat'] })
  const id = await request(await person('CUSTOMER'), { city: 'surat' })
  const { bulkDigests, sweep, couch } = service.services
  await sweep.sweepNow()
  const [window = '', ...others] = await bulkDigests.about(bulkId(id), (await recordOf(id)).postedAt)
  expect(others).toEqual([])
  clock += 10 * MINUTE_MS
  await sweep.sweepNow()
  expect(await couch.db('outbox').get(`${digestMailIds(window)}${meera.account.id}`)).toBeDefined()
})
