import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inTime } from './in-time.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('work that ends in time has its own outcome, and leaves no timer behind', async () => {
  expect(await inTime(Promise.resolve('done'), 1_000)).toBe('done')
  await expect(inTime(Promise.reject(new Error('broken')), 1_000)).rejects.toThrow('broken')
  expect(vi.getTimerCount()).toBe(0)
})

test('work that takes longer is waited for no more', async () => {
  const waited = inTime(new Promise(() => {}), 1_000)
  const isOver = vi.fn()
  void waited.then(isOver)
  await vi.advanceTimersByTimeAsync(999)
  expect(isOver).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(await waited).toBeUndefined()
})
