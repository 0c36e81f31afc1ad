import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryKeyValue } from '../platform/key-value.ts'
import { openLastContact } from './last-contact.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('silence is counted from the last contact, even if the clock is set back', () => {
  let setBy = 0
  const contact = openLastContact(memoryKeyValue(), () => new Date(Date.now() + setBy))
  vi.advanceTimersByTime(20_000)
  contact.heard()
  expect(contact.silentFor()).toBe(0)
  setBy = -86_400_000
  vi.advanceTimersByTime(20_000)
  expect(contact.silentFor()).toBe(20_000)
})

test('silence does not count while a large upload is under way', () => {
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

test('an upload that was given up does not count as contact', () => {
  const contact = openLastContact(memoryKeyValue(), () => new Date())
  for (let tries = 0; tries < 5; tries += 1) {
    vi.advanceTimersByTime(1000)
    const ended = contact.sending(60_000)
    expect(contact.silentFor()).toBe(-60_000)
    ended()
  }
  expect(contact.silentFor()).toBe(5000)
})

test('silence counts again once a large upload is answered, unless another upload is under way', () => {
  const contact = openLastContact(memoryKeyValue(), () => new Date())
  const [large, small] = [contact.sending(60_000), contact.sending(1000)]
  vi.advanceTimersByTime(500)
  contact.heard()
  small()
  expect(contact.silentFor()).toBe(-59_500)
  large()
  vi.advanceTimersByTime(15_000)
  expect(contact.silentFor()).toBe(15_000)
})
