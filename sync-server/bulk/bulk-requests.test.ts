import { ulid } from 'ulid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkConversation, dayOf, intentId, type SupplierFigures } from '#model'
import { askedIntentOf } from '../testing/device.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'
import { bulkWorld } from './testing/bulk-world.ts'
import { aRequest } from './testing/some-request.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const CONTACT = { phone: '+919829011420', email: 'asha@example.com' }

let service: TestService
let clock = Date.parse('2026-11-26T06:00:00.000Z')

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent', now: () => new Date(clock) })
})
afterAll(() => service.close())

const world = bulkWorld(() => service)
const { person, supplier, visitor, ask, send, outcomeOf, factOf, noticesOf } = world
const { request, showInterest, withdrawInterest, end, requestOf, interestOf, bulkRowOf, unservedRowOf, recordOf } =
  world

const sweep = () => service.services.sweep.sweepNow()
async function later(ms: number) {
  // The first sweep of a term starts a period in which no deadline takes anything away.
  await sweep()
  clock += ms
  await sweep()
}

test('a request is in its buyer’s mailbox with all that was asked, and in the suppliers’ feed without contact and address', async () => {
  await supplier()
  const buyer = await person('CUSTOMER')
  const id = await request(buyer)
  const { additionalNotes, buyerName, city, flowerTypes, quantity, quantityUnit, deliveryDate, deliveryAddress } =
    aRequest(service.services.now())
  const asked = { additionalNotes, buyerName, city, flowerTypes, quantity, quantityUnit, deliveryDate }
  const posted = { number: expect.stringMatching(/^BLK\d{13}[0-9A-Z]{3}$/), postedAt: expect.any(String) }
  const { _rev, ...fact } = (await requestOf(buyer, id)) ?? { _rev: '' }
  expect(fact).toEqual({
    ...{
      _id: `bulk-request:${id}`,
      type: 'bulk-request',
      version: 1,
      ...asked,
      ...posted,
      ...CONTACT,
      deliveryAddress,
    },
    ...{ state: 'pending', changedAt: expect.any(String), interested: [] },
  })
  const { _rev: __, ...row } = (await bulkRowOf(id)) ?? { _rev: '' }
  expect(row).toEqual({ _id: `bulk:${id}`, type: 'bulk', version: 1, ...asked, ...posted })
})

test('an interested supplier and the buyer get each other’s contact; the delivery address stays with the buyer', async () => {
  const [buyer, meera] = [await person('CUSTOMER'), await supplier({ autoResponse: 'We deliver before six.' })]
  const id = await request(buyer)
  expect(await showInterest(meera, id)).toBe('done')
  const fact = await interestOf(meera, id)
  expect(fact).toMatchObject({ state: 'interested', contact: CONTACT, version: 1 })
  expect(fact).not.toHaveProperty('deliveryAddress')
  expect((await requestOf(buyer, id))?.interested).toEqual([
    {
      ...{ supplier: meera.account.id, name: 'Nair Flowers', at: expect.any(String) },
      ...{ email: meera.account.email, phone: '+919819023456', autoResponse: 'We deliver before six.' },
    },
  ])
  expect(await noticesOf(buyer)).toEqual(['bulk-interest'])
})

test('supplier and buyer no longer see each other once interest is withdrawn; showing it again causes no second notice', async () => {
  const [buyer, meera] = [await person('CUSTOMER'), await supplier()]
  const id = await request(buyer)
  await showInterest(meera, id)
  expect(await withdrawInterest(meera, id)).toBe('done')
  expect(await interestOf(meera, id)).toMatchObject({ state: 'withdrawn', version: 2 })
  expect(await interestOf(meera, id)).not.toHaveProperty('contact')
  expect((await requestOf(buyer, id))?.interested).toEqual([])
  await showInterest(meera, id)
  expect(await interestOf(meera, id)).toMatchObject({ state: 'interested', contact: CONTACT })
  expect(await noticesOf(buyer)).toEqual(['bulk-interest'])
})

test('neither the row nor a supplier’s copy tells that others are interested', async () => {
  const [meera, other] = [await supplier(), await supplier()]
  const id = await request(await person('CUSTOMER'))
  await showInterest(meera, id)
  const [row, copy] = [await bulkRowOf(id), await interestOf(meera, id)]
  await showInterest(other, id)
  expect([await bulkRowOf(id), await interestOf(meera, id)]).toEqual([row, copy])
  await withdrawInterest(meera, id)
  expect(await interestOf(meera, id)).toMatchObject({ version: 2 })
  // The row is the same when a new generation of the feed is filled.
  const [kept] = service.services.bulkRequests.kept.kind.openRows?.(await recordOf(id)) ?? []
  expect(kept).toMatchObject({ feed: 'bulk', row: { version: 1 } })
})

test('a supplier can write to a buyer who has an account, and to a visitor once they have signed in', async () => {
  const meera = await supplier()
  const guest = await visitor()
  const id = await request(guest)
  await showInterest(meera, id)
  expect(await interestOf(meera, id)).toMatchObject({ contact: { phone: expect.any(String) } })
  expect(await interestOf(meera, id)).not.toHaveProperty('conversation')

  const buyer = await person('CUSTOMER')
  await service.services.bulkRequests.handOver(guest.account.id, buyer.account)
  await service.services.sweep.sweepNow()
  expect(await interestOf(meera, id)).toMatchObject({ conversation: bulkConversation(id, meera.account.id) })
})

test('a supplier who shows or withdraws interest twice changes the request once', async () => {
  const meera = await supplier()
  const id = await request(await person('CUSTOMER'))
  expect([await showInterest(meera, id), await showInterest(meera, id)]).toEqual(['done', 'done'])
  expect((await recordOf(id)).version).toBe(2)
  expect([await withdrawInterest(meera, id), await withdrawInterest(meera, id)]).toEqual(['done', 'done'])
  expect((await recordOf(id)).version).toBe(3)
})

test('a request of another city is refused like one that does not exist', async () => {
  const [buyer, elsewhere] = [await person('CUSTOMER'), await supplier({ citiesServed: ['mumbai'] })]
  const id = await request(buyer)
  expect([await showInterest(elsewhere, id), await showInterest(elsewhere, ulid())]).toEqual([
    'not_your_city',
    'not_your_city',
  ])
  await end(await person('CUSTOMER'), id)
  expect([await withdrawInterest(elsewhere, id), await withdrawInterest(elsewhere, ulid())]).toEqual([
    'not_yours',
    'not_yours',
  ])
  expect(await interestOf(elsewhere, id)).toBeUndefined()
  await end(buyer, id)
  expect(await showInterest(elsewhere, id), 'it does not say that there was one').toBe('not_your_city')
})

test('a supplier who no longer serves the city keeps the interest until they withdraw it', async () => {
  const [buyer, meera] = [await person('CUSTOMER'), await supplier()]
  const id = await request(buyer)
  await showInterest(meera, id)
  expect(outcomeOf(await ask(meera, 'update-profile', { citiesServed: ['mumbai'] }))).toBe('done')
  expect((await requestOf(buyer, id))?.interested).toHaveLength(1)
  expect(await withdrawInterest(meera, id)).toBe('done')
  expect(await showInterest(meera, id)).toBe('not_your_city')
})

test.each([
  { name: 'a visitor', create: visitor, most: 3 },
  { name: 'an account', create: () => person('CUSTOMER'), most: 10 },
])('$name may send $most requests a day', async ({ create, most }) => {
  const who = await create()
  const send = async () => outcomeOf(await ask(who, 'request-bulk', aRequest(service.services.now())))
  for (let n = 0; n < most; n += 1) expect(await send()).toBe('done')
  expect(await send()).toBe('too_many_requests')
  clock += DAY_MS
  expect(await send()).toBe('done')
})

test('a supplier may change the interest in a request twenty times; the last change withdraws it', async () => {
  const meera = await supplier()
  const id = await request(await person('CUSTOMER'))
  for (let n = 0; n < 10; n += 1)
    expect([await showInterest(meera, id), await withdrawInterest(meera, id)]).toEqual(['done', 'done'])
  expect(await showInterest(meera, id)).toBe('too_many_requests')
})

test('a request for a day that has passed is refused, and one for today is not', async () => {
  const buyer = await person('CUSTOMER')
  const on = (deliveryDate: string) => aRequest(service.services.now(), { deliveryDate })
  const yesterday = dayOf(new Date(clock - DAY_MS))
  expect(outcomeOf(await ask(buyer, 'request-bulk', on(yesterday)))).toBe('date_passed')
  expect(outcomeOf(await ask(buyer, 'request-bulk', on(dayOf(new Date(clock)))))).toBe('done')
})

test('a request for a day more than 365 days ahead is refused, and one for the last of them is not', async () => {
  const buyer = await person('CUSTOMER')
  const inDays = (days: number) =>
    aRequest(service.services.now(), { deliveryDate: dayOf(new Date(clock + days * DAY_MS)) })
  expect(outcomeOf(await ask(buyer, 'request-bulk', inDays(366)))).toBe('date_too_far')
  expect(outcomeOf(await ask(buyer, 'request-bulk', inDays(365)))).toBe('done')
})

test('only the buyer ends a request, and agrees only with somebody who showed interest', async () => {
  const [buyer, meera] = [await person('CUSTOMER'), await supplier()]
  const id = await request(buyer)
  expect(await end(await person('CUSTOMER'), id)).toBe('not_yours')
  expect(await end(buyer, ulid())).toBe('not_yours')
  for (const stranger of [meera.account.id, 'constructor', '__proto__'])
    expect(await end(buyer, id, stranger)).toBe('not_yours')
  expect(await end(buyer, id)).toBe('done')
  expect([await end(buyer, id), await showInterest(meera, id)]).toEqual(['request_closed', 'request_closed'])
})

test('an intent with the ULID of somebody else’s request is refused, and does not change that request', async () => {
  const [buyer, mallory] = [await person('CUSTOMER'), await person('CUSTOMER')]
  const id = await request(buyer)
  const now = service.services.now()
  const mine = askedIntentOf('request-bulk', aRequest(now, { buyerName: 'Mallory' }), 'phone', now.toISOString())
  expect(outcomeOf(await send(mallory, { ...mine, _id: intentId(id) }))).toBe('not_understood')
  expect(await recordOf(id)).toMatchObject({ account: buyer.account.id, buyerName: 'Asha Rao', version: 1 })
  expect(await requestOf(mallory, id)).toBeUndefined()
})

test('a withdrawn request leaves the feed, and interested suppliers read that it ended, without the contact', async () => {
  const [buyer, meera] = [await person('CUSTOMER'), await supplier()]
  const id = await request(buyer)
  await showInterest(meera, id)
  await end(buyer, id)
  const { _rev, ...row } = (await bulkRowOf(id)) ?? { _rev: '' }
  expect(row).toEqual({ _id: `bulk:${id}`, type: 'bulk', version: 2, city: 'jaipur', closedAt: expect.any(String) })
  const fact = await interestOf(meera, id)
  expect([fact?.state, fact?.ended, fact?.contact]).toEqual(['closed', 'withdrawn', undefined])
  expect(await noticesOf(meera)).toEqual(['bulk-closed'])
  expect(await requestOf(buyer, id)).toMatchObject({ state: 'withdrawn' })
})

test('the supplier of an agreement keeps the contact and has one more deal; the others have neither', async () => {
  const [buyer, meera, other, gone] = [await person('CUSTOMER'), await supplier(), await supplier(), await supplier()]
  const figuresOf = async () => (await factOf<SupplierFigures>(meera, 'supplier'))?.completedDeals
  for (const deals of [1, 2]) {
    const id = await request(buyer)
    for (const who of [meera, other, gone]) await showInterest(who, id)
    await withdrawInterest(gone, id)
    expect(await end(buyer, id, meera.account.id)).toBe('done')
    expect(await requestOf(buyer, id)).toMatchObject({ state: 'agreed', agreedWith: meera.account.id })
    const facts = await Promise.all([meera, other, gone].map((who) => interestOf(who, id)))
    expect(facts.map((fact) => [fact?.state, fact?.ended, fact?.contact])).toEqual([
      ['agreed', 'agreed', CONTACT],
      ['closed', 'agreed', undefined],
      ['withdrawn', 'agreed', undefined],
    ])
    expect(await figuresOf()).toBe(deals)
  }
  expect(await noticesOf(meera)).toEqual(['bulk-agreed', 'bulk-agreed'])
  expect(await noticesOf(other)).toEqual(['bulk-closed', 'bulk-closed'])
  expect(await noticesOf(gone)).toEqual([])
})

test('a supplier’s deals are counted again two minutes later, because a view may lag', async () => {
  const [buyer, meera] = [await person('CUSTOMER'), await supplier()]
  const id = await request(buyer)
  await showInterest(meera, id)
  await end(buyer, id, meera.account.id)
  await sweep()
  const { couch } = service.services
  const fact = await couch.db(meera.mailbox.name).get('supplier')
  // As if the view had missed the deal, so that no copy was written.
  if (fact) await couch.db(meera.mailbox.name).remove(fact)
  await later(2 * MINUTE_MS)
  expect(await factOf(meera, 'supplier')).toMatchObject({ completedDeals: 1 })
  expect(await recordOf(id)).toMatchObject({ isCounted: true, nextAt: expect.stringMatching(/^2026-12-\d\dT18:30/) })
})

test('a request expires with its delivery date, and a week later the contact leaves the suppliers’ copies', async () => {
  const [buyer, meera] = [await person('CUSTOMER'), await supplier()]
  const id = await request(buyer, { deliveryDate: dayOf(new Date(clock)) })
  await showInterest(meera, id)
  const midnight = Date.parse(`${dayOf(new Date(clock + DAY_MS))}T00:00:00+05:30`)
  await later(midnight - clock - 1_000)
  expect(await requestOf(buyer, id)).toMatchObject({ state: 'pending' })
  await later(1_000)
  expect(await requestOf(buyer, id)).toMatchObject({ state: 'expired' })
  expect(await bulkRowOf(id)).toHaveProperty('closedAt')
  expect(await interestOf(meera, id)).toMatchObject({ state: 'closed', ended: 'expired', contact: CONTACT })
  expect([await showInterest(meera, id), await end(buyer, id)]).toEqual(['request_closed', 'request_closed'])
  await later(7 * DAY_MS - 1_000)
  expect(await interestOf(meera, id)).toHaveProperty('contact')
  await later(1_000)
  expect(await interestOf(meera, id)).not.toHaveProperty('contact')
  expect((await recordOf(id)).nextAt).toBeUndefined()
})

test('after its delivery date a request takes no interest and no withdrawal, even before the sweep expires it', async () => {
  const [buyer, meera] = [await person('CUSTOMER'), await supplier()]
  const id = await request(buyer, { deliveryDate: dayOf(new Date(clock)) })
  clock += DAY_MS
  expect([await showInterest(meera, id), await end(buyer, id)]).toEqual(['request_closed', 'request_closed'])
})

test('a request from a city without a supplier is an item for the admins until one of them has answered', async () => {
  const [buyer, anita, kabir] = [await person('CUSTOMER'), await person('ADMIN'), await person('ADMIN')]
  const id = await request(buyer, { city: 'kota' })
  expect(await requestOf(buyer, id)).toMatchObject({ isUnserved: true })
  expect(await unservedRowOf(id)).toMatchObject({ city: 'kota', ...CONTACT, deliveryAddress: '14, Bapu Nagar' })
  const settle = (who: typeof anita) =>
    ask(who, 'settle-item', { item: `unserved:${id}`, version: 1, outcome: 'closed', note: 'Called back' })
  expect(await settle(anita)).toMatchObject({ outcome: 'done' })
  expect(await unservedRowOf(id)).toHaveProperty('closedAt')
  expect(await settle(kabir)).toMatchObject({
    ...{ outcome: 'refused', reason: 'already_settled' },
    result: { who: anita.account.id, when: expect.any(String), what: 'closed' },
  })
  const unknown = { item: `unserved:${ulid()}`, version: 1, outcome: 'closed' } as const
  expect(outcomeOf(await ask(anita, 'settle-item', unknown))).toBe('item_unknown')
})

test('when the buyer withdraws a request from a city without a supplier, the admins’ item is closed', async () => {
  const buyer = await person('CUSTOMER')
  const id = await request(buyer, { city: 'kota' })
  await end(buyer, id)
  expect(await unservedRowOf(id)).toHaveProperty('closedAt')
})

test('a request from a city with a supplier makes no item for the admins', async () => {
  await supplier()
  expect(await unservedRowOf(await request(await person('CUSTOMER')))).toBeUndefined()
})

test('a supplier who loses the role loses the interest in open requests, and keeps what was agreed', async () => {
  const [buyer, meera] = [await person('CUSTOMER'), await supplier()]
  const [open, agreed] = [await request(buyer), await request(buyer)]
  for (const id of [open, agreed]) await showInterest(meera, id)
  await end(buyer, agreed, meera.account.id)
  await sweep()
  clock += MINUTE_MS
  await service.services.takenRoles.take({ by: 'an-admin', account: meera.account.id, reason: 'Complaints' })
  await sweep()
  expect((await requestOf(buyer, open))?.interested).toEqual([])
  expect(await interestOf(meera, open)).toMatchObject({ state: 'withdrawn' })
  expect(await interestOf(meera, open)).not.toHaveProperty('contact')
  expect(await requestOf(buyer, agreed)).toMatchObject({ agreedWith: meera.account.id })
})

test('buyers of open requests read a supplier’s new name and phone number', async () => {
  const [buyer, meera] = [await person('CUSTOMER'), await supplier()]
  const id = await request(buyer)
  await showInterest(meera, id)
  await ask(meera, 'update-profile', { businessName: 'Nair & Daughters', phone: '+919867034567' })
  await sweep()
  expect((await requestOf(buyer, id))?.interested).toMatchObject([{ name: 'Nair & Daughters', phone: '+919867034567' }])
  const { version } = await recordOf(id)
  await ask(meera, 'update-profile', { address: 'Dadar' })
  expect((await recordOf(id)).version).toBe(version)
})
