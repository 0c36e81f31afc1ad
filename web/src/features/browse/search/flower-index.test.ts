import { expect, test, vi } from 'vitest'
import { SAMPLE_FLOWERS } from '../../../../../design-docs/model/catalogue/sample-catalogue.ts'
import { FlowerIndex } from './flower-index.ts'

const index = new FlowerIndex()
await index.read(SAMPLE_FLOWERS)
const aFlower = SAMPLE_FLOWERS[0] as (typeof SAMPLE_FLOWERS)[number]
const found = (search: string) => [...index.find(search)].map((id) => id.replace('flower:', '')).sort()

test.each([
  ['RED roses', ['red-roses']],
  ['ros', ['red-roses']],
  ['gulab bagh', ['carnations']],
  ['petal roses', ['red-roses']],
  ['jaipur', ['carnations']],
  ['birthday', ['sunflowers']],
  ['\\ red*roses!', ['red-roses']],
])('"%s" finds the flowers that contain every word or a word that begins with it', (search, ids) => {
  expect(found(search)).toEqual(ids)
})

test.each([
  ['ट्यूलिप', ['tulips']],
  ['लाल गुलाब', ['red-roses']],
  ['शादी', ['mixed-bouquet']],
  ['ख़ुशी', ['gerberas']],
  ['खुशी', ['gerberas']],
])('"%s" finds flowers by their Hindi words', (search, ids) => {
  expect(found(search)).toEqual(ids)
})

test.each([
  ['lal gulab', ['red-roses']],
  ['laal gulaab', ['red-roses']],
  ['surajmukhi', ['sunflowers']],
  ['soorajmukhi', ['sunflowers']],
  ['shaadi', ['mixed-bouquet']],
  ['janamdin', ['sunflowers']],
  ['Bengaluru', ['tulips']],
  ['bombay roses', ['red-roses']],
])('"%s" finds flowers by Hindi in Latin letters, or by a former city name', (search, ids) => {
  expect(found(search)).toEqual(ids)
})

test.each([
  ['tulps', ['tulips']],
  ['rozes', ['red-roses']],
  ['rsoe', ['red-roses']],
  ['orhcid', ['orchids']],
  ['carnatoins', ['carnations']],
  ['sunflwer', ['sunflowers']],
  ['गुलब', ['carnations', 'red-roses', 'tulips']],
])('"%s" finds flowers despite its mistakes', (search, ids) => {
  expect(found(search)).toEqual(ids)
})

test.each([
  ['marigold', ['mixed-bouquet']],
  ['marigolds jasmine', ['mixed-bouquet']],
  ['mogra', ['mixed-bouquet']],
  ['मोगरा', ['mixed-bouquet']],
  ['गेंदा', ['mixed-bouquet']],
  ['genda', ['mixed-bouquet']],
  ['chameli', ['mixed-bouquet']],
  ['roses', ['red-roses']],
])('"%s" finds the bouquets that contain it', (search, ids) => {
  expect(found(search)).toEqual(ids)
})

test.each([
  ['जन्\u200Dमदिन', 'जन्मदिन'],
  ['रज\u200Cनीगंधा गुला\u200Dब', 'रजनीगंधा गुलाब'],
  ['सूरज मुखी', 'sun flower'],
  ['suraj mukhi', 'sunflower'],
  ['लाल सूरज मुखी', 'लाल सूरजमुखी'],
  ['गुल दाउदी', 'गुलदाउदी'],
])('"%s" finds the same flowers as "%s"', (search, other) => {
  expect(found(search)).toEqual(found(other))
})

test.each([
  ['जन्\u200Dमदिन', ['sunflowers']],
  ['सूरज मुखी', ['sunflowers']],
  ['sun flower', ['sunflowers']],
  ['🌹', ['red-roses']],
  ['🌻🌻', ['sunflowers']],
  ['❤️', ['red-roses']],
  ['red 🌹', ['red-roses']],
  ['roses 🐕', ['red-roses']],
  ['🐕', []],
])('"%s", with joiners, in two words or with an emoji, finds its flowers', (search, ids) => {
  expect(found(search)).toEqual(ids)
})

test('a word that is similar to no indexed word finds nothing', () => {
  expect(found('cactus')).toEqual([])
  expect(found('red cactus')).toEqual([])
  expect(found('zzzz')).toEqual([])
})

test('a flower that arrives later is found too, and a renamed one no longer by its old name', async () => {
  const [tulips, roses, ...others] = SAMPLE_FLOWERS.toSorted((a) => (a._id === 'flower:tulips' ? -1 : 1))
  if (!tulips || !roses) throw new Error('There are more than two.')
  const growing = new FlowerIndex()
  await growing.read([tulips])
  expect([...growing.find('tulips pink')]).toEqual([tulips._id])
  const renamed = { ...tulips, name: { en: 'Spring Cups', hi: 'बसंत' } }
  await growing.read([renamed, roses, ...others])
  expect([...growing.find('spring')]).toEqual([tulips._id])
  expect([...growing.find('pink')]).toEqual([])
  expect([...growing.find(roses.name.en)]).toEqual([roses._id])
})

test('an index that was stopped continues later where it was', async () => {
  const many = Array.from({ length: 200 }, (_, number) => ({ ...aFlower, _id: `flower:n${number}` }))
  const stopping = new AbortController()
  const growing = new FlowerIndex()
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 1
    return now
  })
  const reading = growing.read(many, stopping.signal)
  stopping.abort()
  await expect(reading).rejects.toThrow('abort')
  clock.mockRestore()
  const before = growing.find(aFlower.name.en).size
  expect(before).toBeGreaterThan(0)
  expect(before).toBeLessThan(200)
  await growing.read(many)
  expect(growing.find(aFlower.name.en).size).toBe(200)
})
