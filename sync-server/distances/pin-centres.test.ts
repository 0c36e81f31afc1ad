import { expect, test } from 'vitest'
import { distanceKm } from './pin-centres.ts'

test('the distance of two PIN codes is that between their centres', () => {
  // About 14 km in truth: the centres are good to one or two kilometres.
  expect(distanceKm('400001', '400050')).toBeCloseTo(12.7, 0)
  expect(distanceKm('400050', '400001')).toBe(distanceKm('400001', '400050'))
  expect(distanceKm('400028', '400028')).toBe(0)
})

test('a PIN code whose centre is unknown has no distance', () => {
  expect(distanceKm('190001', '400001')).toBeUndefined()
  expect(distanceKm('400001', '')).toBeUndefined()
})
