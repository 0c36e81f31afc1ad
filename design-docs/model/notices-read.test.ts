import { expect, test } from 'vitest'
import { type NoticesRead, noticesRead } from './notices-read.ts'

const mark = (device: string, minute: number): NoticesRead => ({
  ...{ _id: noticesRead.id('all', device), type: 'notices-read', device, list: 'all' },
  ...{ until: `2026-11-21T10:0${minute}:00.000Z`, updatedAt: '2026-11-21T11:00:00.000Z' },
})

test('the device that has shown the most decides what is read, in any sequence', () => {
  const marks = [mark('a', 2), mark('b', 5), mark('c', 1)]
  expect(noticesRead.merge(marks)).toBe('2026-11-21T10:05:00.000Z')
  expect(noticesRead.merge(marks.toReversed())).toBe('2026-11-21T10:05:00.000Z')
  expect(noticesRead.merge([])).toBe('')
})
