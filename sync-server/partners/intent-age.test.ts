import { expect, test } from 'vitest'
import { isTooOld } from './intent-age.ts'

const NOW = new Date('2026-11-25T06:00:00.000Z')
const isTooLate = (secondsAgo: number) =>
  isTooOld({ madeAt: new Date(NOW.getTime() - secondsAgo * 1000).toISOString() }, NOW, 10)

test('a phone whose clock is a few seconds ahead is not too late, because it cannot know that more exactly', () => {
  expect([isTooLate(0), isTooLate(-5), isTooLate(-10)]).toEqual([false, false, false])
})

test('ten minutes, a clock that is far ahead and one that says nothing are too late', () => {
  expect([isTooLate(600), isTooLate(601), isTooLate(-11), isTooLate(40 * 86_400)]).toEqual([false, true, true, true])
  expect(isTooOld({ madeAt: 'soon' }, NOW, 10)).toBe(true)
})
