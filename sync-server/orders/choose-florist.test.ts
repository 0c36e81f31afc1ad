import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Florist } from '#model'
import { startTestService, type TestService } from '../testing/test-service.ts'
import { type Florists, openFlorists } from './choose-florist.ts'

let service: TestService
let florists: Florists

const shop = (id: string, city: string, pincode: string): Florist => ({
  ...{ _id: `florist:${id}`, type: 'florist', name: { en: id, hi: id }, city },
  ...{ address: '1, Station Road', area: 'Station Road', pincode, phone: '+919820000001' },
})

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent' })
  await service.services.couch
    .db('catalogue')
    .putAll([shop('andheri', 'mumbai', '400053'), shop('fort', 'mumbai', '400001'), shop('indore', 'indore', '452001')])
  florists = openFlorists(service.services.couch)
})
afterAll(() => service.close())

const chosen = async (sellers: string[], city: string, pincode: string) => {
  const { pickup, isElsewhere } = await florists.choose(sellers, { city, pincode })
  return [pickup?.florist, isElsewhere]
}

test('the florist of the city that sells the most lines makes the order', async () => {
  const sellers = ['florist:fort', 'florist:gulab-bagh', 'florist:andheri', 'florist:andheri', 'florist:gulab-bagh']
  expect(await chosen(sellers, 'mumbai', '400001')).toEqual(['florist:andheri', false])
})

test('if none of them is of the city, the nearest one of the city does', async () => {
  expect(await chosen(['florist:gulab-bagh'], 'mumbai', '400002')).toEqual(['florist:fort', false])
  expect(await chosen(['florist:gulab-bagh'], 'mumbai', '400058')).toEqual(['florist:andheri', false])
  expect(await chosen(['florist:gulab-bagh'], 'mumbai', '999999')).toEqual([expect.any(String), false])
})

test('a city without a florist gets the flowers’ own, and an admin has to know', async () => {
  expect(await chosen(['florist:indore', 'florist:gulab-bagh', 'florist:gulab-bagh'], 'kota', '324001')).toEqual([
    ...['florist:gulab-bagh', true],
  ])
  expect(await chosen(['florist:unknown'], 'kota', '324001')).toEqual([undefined, true])
})

test('the order keeps where the flowers are fetched', async () => {
  const { pickup } = await florists.choose([], { city: 'indore', pincode: '452001' })
  expect(pickup).toEqual({
    ...{ florist: 'florist:indore', name: { en: 'indore', hi: 'indore' }, address: '1, Station Road' },
    ...{ area: 'Station Road', pincode: '452001', phone: '+919820000001' },
  })
})
