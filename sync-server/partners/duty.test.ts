import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PartnerFact } from '#model'
import { deliveryWorld } from '../deliveries/testing/delivery-world.ts'
import { someOrder } from '../deliveries/testing/some-order.ts'
import { type SignedIn, startTestService, type TestService } from '../testing/test-service.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let service: TestService
const DAY_MS = 24 * HOUR_MS
/** Half past eleven in India, so that a test does not cross midnight. */
const NOON_MS = 6 * HOUR_MS
let clock = Date.parse('2026-11-26T06:00:00.000Z')
let partner: SignedIn

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent', now: () => new Date(clock) })
  await service.services.sweep.sweepNow()
})
beforeEach(async () => {
  clock = Math.ceil((clock + 1) / DAY_MS) * DAY_MS + NOON_MS
  partner = await person('PARTNER')
})
afterAll(() => service.close())

const { person, ask, outcomeOf, factOf, noticesOf } = deliveryWorld(() => service)
const go = async (online: boolean, madeAt?: Date) =>
  outcomeOf(await ask(partner, 'set-availability', { online }, madeAt))
const isOnline = async () => (await factOf<PartnerFact>(partner, 'partner'))?.isOnline

test('a partner goes on duty and off again, and the city knows', async () => {
  const { partners } = service.services
  expect(await go(true)).toBe('done')
  expect(await factOf(partner, 'partner')).toMatchObject({
    ...{ isOnline: true, dutyEndsAt: new Date(clock + 12 * HOUR_MS).toISOString() },
  })
  expect(await partners.isOnDutyIn('jaipur')).toBe(true)
  expect(await partners.isOnDutyIn('pune')).toBe(false)
  expect(await go(false)).toBe('done')
  expect(await isOnline()).toBe(false)
})

test('a switch to "on" that arrives after fifteen minutes does not count, a switch to "off" always does', async () => {
  expect(await go(true, new Date(clock - 16 * MINUTE_MS))).toBe('too_late')
  expect(await go(true, new Date(clock + MINUTE_MS))).toBe('too_late')
  expect(await go(true, new Date(clock - 14 * MINUTE_MS))).toBe('done')
  expect(await go(false, new Date(clock - 24 * HOUR_MS))).toBe('done')
  expect(await isOnline()).toBe(false)
})

test('duty ends by itself after twelve hours, and the partner is told', async () => {
  await go(true)
  clock += 12 * HOUR_MS + MINUTE_MS
  await service.services.sweep.sweepNow()
  expect(await isOnline()).toBe(false)
  expect(await noticesOf(partner)).toEqual(['duty-ended'])
})

test('the second take-back of a day ends the duty', async () => {
  await go(true)
  for (const still of [true, false]) {
    const order = await someOrder(service.services, { account: 'nobody', state: 'open' })
    await ask(partner, 'accept-delivery', { order })
    clock += 46 * MINUTE_MS
    await service.services.sweep.sweepNow()
    await service.services.sweep.sweepNow()
    expect(await isOnline()).toBe(still)
  }
  expect(await noticesOf(partner)).toEqual(
    expect.arrayContaining(['delivery-taken-back', 'delivery-taken-back', 'duty-ended']),
  )
})

test('a change of city ends the duty, any other change of the profile does not', async () => {
  await go(true)
  await ask(partner, 'update-profile', { city: 'jaipur', name: 'Ravi' })
  await service.services.sweep.sweepNow()
  expect(await isOnline()).toBe(true)
  await ask(partner, 'update-profile', { city: 'pune' })
  await service.services.sweep.sweepNow()
  expect(await isOnline()).toBe(false)
})
