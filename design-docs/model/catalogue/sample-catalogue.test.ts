import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { findCity } from './city.ts'
import { Florist } from './florist.ts'
import { CATEGORIES, Flower, OCCASIONS } from './flower.ts'
import { SAMPLE_FLORISTS, SAMPLE_FLOWERS } from './sample-catalogue.ts'

test('the eight samples are valid flowers of known florists, one for each category and occasion', () => {
  expect(SAMPLE_FLOWERS.map((flower) => flower.category).sort()).toEqual([...CATEGORIES].sort())
  expect(SAMPLE_FLOWERS.map((flower) => flower.occasion).sort()).toEqual([...OCCASIONS].sort())
  const florists = new Set(SAMPLE_FLORISTS.map((florist) => v.parse(Florist, florist)._id))
  for (const flower of SAMPLE_FLOWERS) {
    expect(v.parse(Flower, flower)).toEqual(flower)
    expect(florists).toContain(flower.florist)
    expect(findCity(flower.city)).toBeDefined()
  }
})

test('the florist and the flower that the README shows to operators are valid', async () => {
  const readme = await readFile(join(import.meta.dirname, '../../../README.md'), 'utf8')
  const [, shown = ''] = /^## Flowers in a live shop$[\s\S]*?^```json$([\s\S]*?)^```$/m.exec(readme) ?? []
  const [florist, flower] = (JSON.parse(shown) as { docs: unknown[] }).docs
  const { _id } = v.parse(Florist, florist)
  expect(v.parse(Flower, flower)).toMatchObject({ florist: _id })
})
