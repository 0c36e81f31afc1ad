import { expect, test, vi } from 'vitest'
import { openChangeNotifier } from '../mailboxes/change-notifier.ts'
import { openSharedAnswers } from './shared-answers.ts'

const always = () => true
const never = () => false

function answers() {
  const notifier = openChangeNotifier()
  const shared = openSharedAnswers(notifier)
  let asked = 0
  const ask = async () => {
    asked += 1
    return asked
  }
  return { notifier, shared, ask, asked: () => asked }
}

test('a question is asked once for all who ask it at the same time, and another question by itself', async () => {
  const { shared, ask } = answers()
  const all = [shared.ask('feed', 'a', ask, never), shared.ask('feed', 'a', ask, never)]
  expect(await Promise.all(all)).toEqual([1, 1])
  expect(await shared.ask('feed', 'b', ask, never)).toBe(2)
})

test('a question is asked again after a write, even if the first answer is still on its way', async () => {
  const { notifier, shared, ask } = answers()
  const before = shared.ask('feed', 'a', ask, always)
  notifier.notify('feed')
  expect(await shared.ask('feed', 'a', ask, always)).toBe(2)
  expect(await before).toBe(1)
})

test('an answer is kept for a second if it holds news, and otherwise not at all', async () => {
  vi.useFakeTimers()
  const { shared, ask } = answers()
  await shared.ask('feed', 'a', ask, always)
  expect(await shared.ask('feed', 'a', ask, always)).toBe(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await shared.ask('feed', 'a', ask, never)).toBe(2)
  expect(await shared.ask('feed', 'a', ask, never)).toBe(3)
  vi.useRealTimers()
})

test('a failed answer is not kept', async () => {
  const { shared, ask } = answers()
  await expect(shared.ask('feed', 'a', () => Promise.reject(new Error('down')), always)).rejects.toThrow('down')
  expect(await shared.ask('feed', 'a', ask, always)).toBe(1)
})
