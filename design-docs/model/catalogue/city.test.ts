import { expect, test } from 'vitest'
import { CITIES, findCity } from './city.ts'

test('there are fifty cities, each with its own id, both names and a six-digit PIN code', () => {
  expect(CITIES).toHaveLength(50)
  expect(new Set(CITIES.map((city) => city.id)).size).toBe(50)
  for (const city of CITIES) {
    expect(city.pincode).toMatch(/^[1-9]\d{5}$/)
    expect(city.name.hi).toMatch(/[\u0900-\u097f]/)
    expect(city.id).toMatch(/^[a-z-]+$/)
  }
})

test('a city is found by its id and by its English name in any case', () => {
  expect(findCity('navi-mumbai')?.name.en).toBe('Navi Mumbai')
  expect(findCity(' Navi Mumbai ')?.id).toBe('navi-mumbai')
  expect(findCity('Atlantis')).toBeUndefined()
})
