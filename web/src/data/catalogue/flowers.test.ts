import { expect, test } from 'vitest'
import { aFlower } from '../../testing/documents.ts'
import { eventually } from '../../testing/eventually.ts'
import { openLocalData } from '../../testing/render-with-local-data.tsx'
import { allFlowers } from './flowers.ts'

test('a product list on the screen follows flowers that come, change and go; the other flowers are not read again', async () => {
  const [bela, champa, juhi] = ['bela', 'champa', 'juhi'].map((name) => aFlower({ _id: `flower:${name}` }))
  const device = await openLocalData({ catalogue: [bela, juhi] as object[] })
  const { db } = device.databases.catalogue
  const entry = device.live.entry(allFlowers)
  const leave = entry.subscribe(() => undefined)
  const shelf = () => {
    const answer = entry.answer()
    return answer.status === 'ready' ? answer.data.flowers : []
  }
  const names = () => shelf().map(({ _id }) => _id.replace('flower:', ''))
  await eventually(() => expect(names()).toEqual(['bela', 'juhi']))
  const before = shelf()

  await db.bulkDocs([champa as object])
  await eventually(() => expect(names()).toEqual(['bela', 'champa', 'juhi']))
  expect(shelf()[0]).toBe(before[0])

  const stored = await db.get('flower:juhi')
  await db.put({ ...stored, priceRupees: 7 } as object)
  await eventually(() => expect(shelf()[2]?.priceRupees).toBe(7))

  await db.remove(await db.get('flower:bela'))
  await eventually(() => expect(names()).toEqual(['champa', 'juhi']))

  leave()
  await db.remove(await db.get('flower:champa'))
  const again = entry.subscribe(() => undefined)
  await eventually(() => expect(names()).toEqual(['juhi']))
  again()
})

test('a long product list, which is read in batches, is complete and in order', async () => {
  const ids = Array.from({ length: 150 }, (_, number) => `flower:n${String(number).padStart(3, '0')}` as const)
  const device = await openLocalData({ catalogue: ids.map((_id) => aFlower({ _id })) as object[] })
  const { catalogue } = device.databases
  expect((await catalogue.allOf('flower')).map(({ _id }) => _id)).toEqual(ids)
  expect((await catalogue.getMany(ids.toReversed())).map(({ _id }) => _id)).toEqual(ids.toReversed())
})
