import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import '../../testing/fake-indexeddb.ts'
import { openLocal } from './pouch.ts'
import './replication.ts'

const unhandled = vi.fn()
beforeAll(() => {
  process.on('unhandledRejection', unhandled)
})
afterAll(() => {
  process.off('unhandledRejection', unhandled)
})

test('a replication whose source is closed in the middle of a batch rejects, and leaves no unhandled rejection', async () => {
  const source = openLocal('source')
  const target = openLocal('target')
  await source.put({ _id: 'tulips' })
  const revsDiff = target.revsDiff.bind(target)
  vi.spyOn(target, 'revsDiff').mockImplementation(async (diff) => {
    await source.close()
    // Nothing to fetch and nothing to write: the batch is over, and its source is gone.
    await revsDiff(diff)
    return {}
  })

  await expect(source.replicate.to(target)).rejects.toThrow('database is closed')
  await new Promise((resolve) => setImmediate(resolve))
  expect(unhandled).not.toHaveBeenCalled()
})
