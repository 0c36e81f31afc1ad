import { expect, test } from 'vitest'
import { openKeyedMutex } from './keyed-mutex.ts'

test('tasks with one key run one after another, those with other keys in parallel, and a failing task does not block', async () => {
  const withLock = openKeyedMutex()
  const said: string[] = []
  const held = Promise.withResolvers<void>()
  const first = withLock('a', async () => {
    said.push('first begins')
    await held.promise
    said.push('first fails')
    throw new Error('first')
  })
  const second = withLock('a', async () => void said.push('second'))
  await withLock('b', async () => void said.push('other'))
  expect(said).toEqual(['first begins', 'other'])
  held.resolve()
  await expect(first).rejects.toThrow('first')
  await second
  expect(said).toEqual(['first begins', 'other', 'first fails', 'second'])
})
