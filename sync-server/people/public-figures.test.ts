import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PublicFigures } from '#model'
import { generateAccounts } from '../demo/generated/generate-accounts.ts'
import { writeAccounts } from '../demo/write-accounts.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'
import { publishFigures } from './public-figures.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent' })
})
afterAll(() => service.close())

const live = { mode: 'live' } as const
const published = async () => {
  const { _rev, ...figures } = v.parse(PublicFigures, await service.services.couch.db('catalogue').get('figures'))
  return figures
}

test('a demo publishes the figures of the specification', async () => {
  expect(await published()).toEqual({
    ...{ _id: 'figures', type: 'figures' },
    ...{ cities: 50, customers: 1000, florists: 500, partners: 100 },
  })
})

test('a live shop publishes what is counted, rounded down, from 100 on, and nothing below', async () => {
  const { couch } = service.services
  await publishFigures({ couch, settings: live })
  expect(await published()).toEqual({ _id: 'figures', type: 'figures' })

  await writeAccounts(service.services, generateAccounts(150, 1))
  const florists = Array.from({ length: 100 }, (_, n) => ({ _id: `florist:shop-${n}`, type: 'florist' }))
  await couch.db('catalogue').putAll(florists)
  const counted = (await couch.db('accounts').reduced('by-role')).get('CUSTOMER') ?? 0
  expect(counted).toBeGreaterThan(130)
  await publishFigures({ couch, settings: live })
  const customers = Math.floor(counted / 10) * 10
  expect(await published()).toEqual({ _id: 'figures', type: 'figures', customers, florists: 100 })

  const { _rev } = (await couch.db('catalogue').get<object>('figures')) ?? {}
  await publishFigures({ couch, settings: live })
  expect(await couch.db('catalogue').get('figures')).toHaveProperty('_rev', _rev)
})
