import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryKeyValue } from '../local/key-value.ts'
import { openLastContact } from './last-contact.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('silence is counted from the last sign of life, whatever is done to the clock', () => {
  let setBy = 0
  const contact = openLastContact(memoryKeyValue(), () => new Date(Date.now() + setBy))
  vi.advanceTimersByTime(20_000)
  contact.heard()
  expect(contact.silentFor()).toBe(0)
  setBy = -86_400_000
  vi.advanceTimersByTime(20_000)
  expect(contact.silentFor()).toBe(20_000)
})

test('while something large is on its way up, silence counts as none', () => {
  const contact = openLastContact(memoryKeyValue(), () => new Date())
  contact.sending(60_000)
  contact.sending(1000)
  vi.advanceTimersByTime(30_000)
  contact.heard()
  vi.advanceTimersByTime(20_000)
  expect(contact.silentFor()).toBeLessThan(0)
  vi.advanceTimersByTime(30_000)
  expect(contact.silentFor()).toBe(20_000)
})
