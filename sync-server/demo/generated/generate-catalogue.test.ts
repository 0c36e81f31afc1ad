import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CATEGORIES, CITIES, Florist, Flower, OCCASIONS } from '#model'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { writeCatalogue } from '../write-catalogue.ts'
import { GENERATED_FLORISTS, GENERATED_FLOWERS, generateCatalogue, MAX_FLOWERS } from './generate-catalogue.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const made = { without: [GENERATED_FLOWERS, GENERATED_FLORISTS] }
const stored = () => service.services.couch.db('catalogue').range<{ name: unknown }>('fl', 'fl\uffff')

test('two thousand valid flowers of many florists cover every city, category and occasion', () => {
  const { florists, flowers } = generateCatalogue(MAX_FLOWERS, 1)
  expect(flowers).toHaveLength(MAX_FLOWERS)
  expect(new Set([...flowers, ...florists].map(({ _id }) => _id)).size).toBe(flowers.length + florists.length)
  for (const flower of flowers) expect(v.parse(Flower, flower)).toEqual(flower)
  for (const florist of florists) expect(v.parse(Florist, florist)).toEqual(florist)
  expect(florists.length).toBeGreaterThan(100)
  const shops = new Map(florists.map((florist) => [florist._id, florist]))
  for (const { florist, floristName, city } of flowers)
    expect(shops.get(florist)).toMatchObject({ name: floristName, city })

  const counted = (of: (flower: Flower) => string) => new Set(flowers.map(of)).size
  expect(counted((flower) => flower.city)).toBe(CITIES.length)
  expect(counted((flower) => flower.category)).toBe(CATEGORIES.length)
  expect(counted((flower) => flower.occasion)).toBe(OCCASIONS.length)
  expect(flowers.some(({ inStock }) => !inStock)).toBe(true)
  for (const { priceRupees, originalPriceRupees = priceRupees + 1 } of flowers)
    expect(originalPriceRupees).toBeGreaterThan(priceRupees)
})

test('a seed always gives the same flowers, another seed gives others, and a smaller count the first of them', () => {
  const { flowers } = generateCatalogue(200, 7)
  expect(generateCatalogue(200, 7).flowers).toEqual(flowers)
  expect(generateCatalogue(100, 7).flowers).toEqual(flowers.slice(0, 100))
  expect(generateCatalogue(200, 8).flowers).not.toEqual(flowers)
})

test('filling the catalogue again writes nothing, and a smaller count removes the surplus', async () => {
  const samples = await stored()
  const { couch } = service.services
  const large = generateCatalogue(60, 1)
  expect(await writeCatalogue(couch, large, made)).toBe(large.flowers.length + large.florists.length - samples.length)
  const full = await stored()
  expect(full.map(({ _rev, ...doc }) => doc)).toEqual(
    [...large.florists, ...large.flowers].sort((a, b) => (a._id < b._id ? -1 : 1)),
  )
  expect(await writeCatalogue(couch, large, made)).toBe(0)
  expect(await stored()).toEqual(full)
  await writeCatalogue(couch, generateCatalogue(8, 1), made)
  expect(await stored()).toEqual(samples)
})
