import { ulid } from 'ulid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkId, SERVED_CITIES_ID } from '#model'
import { startTestService, type TestService } from '../testing/test-service.ts'
import { publishServedCities } from './serving-suppliers.ts'
import { bulkWorld } from './testing/bulk-world.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

let service: TestService
let clock = Date.parse('2026-11-26T06:00:00.000Z')

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent', now: () => new Date(clock) })
})
afterAll(() => service.close())

const { person, supplier, visitor, request, showInterest, withdrawInterest, end } = bulkWorld(() => service)

async function mailsTo(address: string) {
  await service.services.sweep.sweepNow()
  await service.services.outbox.wake()
  return service.mails().filter(({ to }) => to === address)
}
/** The mails about new requests, once those of the last ten minutes are sent. */
async function digestsTo(address: string) {
  await service.services.sweep.sweepNow()
  clock += 10 * MINUTE_MS
  return (await mailsTo(address)).filter(({ text }) => text.includes('looking for flowers'))
}

test('a buyer with an account gets the confirmation at the account’s address; it announces a mail for each supplier', async () => {
  await supplier()
  const buyer = await person('CUSTOMER')
  await request(buyer)
  const [mail, ...others] = await mailsTo(buyer.account.email)
  expect(others).toEqual([])
  expect(mail?.text).toContain('Hello Asha Rao')
  expect(mail?.text).toContain('You get an e-mail for each supplier')
  for (const said of ['Roses, Lilies', '500 stems', 'Jaipur']) expect(mail?.text).toContain(said)
})

test('a visitor gets one mail at the typed address, without a word that was typed, and none about suppliers', async () => {
  const meera = await supplier()
  const typed = { email: 'only-typed@example.com', buyerName: 'Buy pills', additionalNotes: 'Cheap pills' }
  const id = await request(await visitor(), { ...typed, deliveryAddress: 'Pills Street' })
  await showInterest(meera, id)
  const [mail, ...others] = await mailsTo(typed.email)
  expect(others).toEqual([])
  expect(mail?.text).not.toMatch(/pills/i)
  expect(mail?.text).toContain('Open Mogra on the device')
})

test('an address that visitors type gets three mails a day', async () => {
  const email = 'flooded@example.com'
  for (let n = 0; n < 4; n += 1) await request(await visitor(), { email })
  expect(await mailsTo(email)).toHaveLength(3)
})

test('in a city without a supplier the confirmation says that Mogra’s team answers', async () => {
  const buyer = await person('CUSTOMER')
  await request(buyer, { city: 'kota' })
  const [mail] = await mailsTo(buyer.account.email)
  expect(mail?.text).toContain('No wholesale supplier serves your city yet')
})

test('the buyer gets one mail for each supplier, however often the interest is shown, with the supplier’s own text', async () => {
  const buyer = await person('CUSTOMER')
  const suppliers = [
    await supplier({ businessName: 'Nair Flowers', autoResponse: 'We deliver before six.' }),
    await supplier({ businessName: 'Pink City Blooms' }),
  ]
  const id = await request(buyer)
  for (const who of suppliers) await showInterest(who, id)
  for (const who of suppliers) {
    await withdrawInterest(who, id)
    await showInterest(who, id)
  }
  const mails = (await mailsTo(buyer.account.email)).filter(({ text }) => text.includes('reach them directly'))
  expect(mails).toHaveLength(2)
  const [nair] = mails.filter(({ text }) => text.includes('Nair Flowers'))
  expect(nair?.text).toContain('We deliver before six.')
  expect(nair?.text).toContain(suppliers[0]?.account.email)
})

test('a supplier gets one mail about ten minutes’ requests in their cities, unless they switched mails off', async () => {
  const both = await supplier({ citiesServed: ['pune', 'surat'] })
  const one = await supplier({ citiesServed: ['surat'] })
  const none = await supplier({ citiesServed: ['surat'], emailNotices: false })
  const buyer = await person('CUSTOMER')
  await request(buyer, { city: 'pune', quantity: 111 })
  await request(buyer, { city: 'surat', quantity: 222 })
  const withdrawn = await request(buyer, { city: 'surat', quantity: 333 })
  await end(buyer, withdrawn)
  const [[mail, ...more], ofOne, ofNone] = [
    await digestsTo(both.account.email),
    await digestsTo(one.account.email),
    await digestsTo(none.account.email),
  ]
  expect([more, ofOne.length, ofNone]).toEqual([[], 1, []])
  expect(mail?.subject).toBe('2 new bulk requests')
  for (const said of ['Asha Rao', 'Roses, Lilies', '111 stems', '222 stems', 'Pune', 'Surat'])
    expect(mail?.text).toContain(said)
  expect(mail?.text).not.toMatch(/333 stems|asha@example|98290|Bapu Nagar|wedding/)
  expect(ofOne[0]?.subject).toBe('A new bulk request in Surat')
  expect(await digestsTo(both.account.email)).toHaveLength(1)
})

test('a request that is told a second time causes no second mail', async () => {
  const meera = await supplier({ citiesServed: ['chennai'] })
  const id = await request(await person('CUSTOMER'), { city: 'chennai' })
  expect(await digestsTo(meera.account.email)).toHaveLength(1)
  const { bulkRequests, sweep } = service.services
  // As if the holder had died before it noted that everything was told.
  await bulkRequests.kept.store.note(bulkId(id), (doc) => ({ ...doc, told: 0, nextAt: '0' }))
  await sweep.sweepNow()
  expect(await digestsTo(meera.account.email)).toHaveLength(1)
})

test('interest that is told more than a week late causes no mail', async () => {
  const buyer = await person('CUSTOMER')
  const { bulkRequests, now, sweep } = service.services
  const id = await request(buyer, { deliveryDate: '2027-03-01' })
  const before = (await mailsTo(buyer.account.email)).length
  const meera = await supplier()
  const asked = { at: now().toISOString(), intent: ulid() }
  await bulkRequests.showInterest(bulkId(id), asked, { id: meera.account.id, citiesServed: ['jaipur'] })
  clock += 8 * DAY_MS
  await sweep.sweepNow()
  expect(await mailsTo(buyer.account.email)).toHaveLength(before)
})

test('the catalogue lists the cities that suppliers serve, and is written only if they change', async () => {
  const { couch, accounts } = service.services
  const read = () => couch.db('catalogue').get<{ cities: string[] }>(SERVED_CITIES_ID)
  const lucknow = await supplier({ citiesServed: ['lucknow'] })
  await publishServedCities({ couch })
  const listed = await read()
  expect(listed?.cities).toContain('lucknow')
  expect(listed?.cities).toEqual(listed?.cities.toSorted())
  expect(listed?.cities).not.toContain('kota')
  await publishServedCities({ couch })
  expect(await read()).toHaveProperty('_rev', listed?._rev)
  await accounts.change(lucknow.account.id, { role: 'CUSTOMER' })
  await publishServedCities({ couch })
  expect((await read())?.cities).not.toContain('lucknow')
})
