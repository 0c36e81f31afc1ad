import { expect, test } from 'vitest'
import { isTooOld } from './intent-age.ts'

const NOW = new Date('2026-11-25T06:00:00.000Z')
const isTooLate = (secondsAgo: number) =>
  isTooOld({ madeAt: new Date(NOW.getTime() - secondsAgo * 1000).toISOString() }, NOW, 10)

test('an intent of a phone whose clock is a few seconds ahead is not too old, because phones cannot correct it further', () => {
  expect([isTooLate(0), isTooLate(-5), isTooLate(-10)]).toEqual([false, false, false])
})

test('an intent is too old after ten minutes, and if its time is far ahead, a month old or no time', () => {
  expect([isTooLate(600), isTooLate(601), isTooLate(-11), isTooLate(40 * 86_400)]).toEqual([false, true, true, true])
  expect(isTooOld({ madeAt: 'soon' }, NOW, 10)).toBe(true)
})
