import { expect, test } from 'vitest'
import { openQuotas } from '../quotas.ts'

const START = Date.parse('2026-11-21T06:00:00.000Z')

const EMPTY = { documents: 0, deleted: 0, bytes: 0, space: 0 }
const MEGABYTE = 1024 * 1024

function quotas(holds: Partial<typeof EMPTY> = {}) {
  let atMs = START
  let counted = 0
  const count = async () => {
    counted += 1
    return { ...EMPTY, ...holds }
  }
  const opened = openQuotas({ now: () => new Date(atMs), count, documentsPerMinute: 300 })
  return Object.assign(opened, {
    passes: (ms: number) => {
      atMs += ms
    },
    counted: () => counted,
  })
}

test('a mailbox may push 300 documents a minute, and a batch is taken whole', () => {
  const { take, passes } = quotas()
  take('m', 299)
  take('m', 500)
  expect(() => take('m', 1)).toThrow(expect.objectContaining({ status: 429 }))
  take('other', 1)
  passes(60_000)
  expect(() => take('m', 1)).toThrow()
  passes(41_000)
  take('m', 1)
})

test('after the time that a refusal names, a push is accepted', () => {
  const { take, passes } = quotas()
  take('m', 600)
  const refusal = (() => {
    try {
      take('m', 1)
    } catch (error) {
      return error as { extra: { retryAfterSeconds: number } }
    }
  })()
  passes((refusal?.extra.retryAfterSeconds ?? 0) * 1000)
  take('m', 1)
})

test('documents that could not be stored do not count', () => {
  const { take, giveBack } = quotas()
  for (let n = 0; n < 20; n++) {
    take('m', 300)
    giveBack('m', 300)
  }
  take('m', 1)
})

test('a clock that is set back does not reduce the share, and the mailbox is counted again', async () => {
  const { take, passes, room, counted } = quotas()
  take('m', 299)
  passes(-86_400_000)
  take('m', 1)
  await room('m', 'a')
  passes(-86_400_000)
  await room('m', 'a')
  expect(counted()).toBe(2)
})

test('a mailbox takes own documents up to 20,000 documents or 20 MB, and intents up to 40,000 or 40 MB', async () => {
  expect(await quotas({ documents: 19_990 }).room('m', 'a')).toMatchObject({ own: 10, intents: 20_010 })
  const fullOfOwn = { own: 0, intents: 20_000, tombstones: true }
  expect(await quotas({ documents: 20_000 }).room('m', 'a')).toEqual(fullOfOwn)
  expect(await quotas({ documents: 39_999 }).room('m', 'a')).toMatchObject({ own: 0, intents: 1 })
  expect(await quotas({ documents: 20_000, bytes: 21 * MEGABYTE, space: 25 * MEGABYTE }).room('m', 'a')).toEqual(
    fullOfOwn,
  )
})

test('a mailbox that is full for intents too still accepts tombstones', async () => {
  const full = { own: 0, intents: 0, tombstones: true }
  expect(await quotas({ documents: 40_000 }).room('m', 'a')).toEqual(full)
  expect(await quotas({ documents: 1, bytes: 41 * MEGABYTE, space: 50 * MEGABYTE }).room('m', 'a')).toEqual(full)
})

test('a mailbox that takes 40 MB on disk takes no own documents, and one that takes 80 MB accepts nothing more', async () => {
  expect(await quotas({ documents: 1, space: 41 * MEGABYTE }).room('m', 'a')).toEqual({
    ...{ own: 0, intents: 39_999, tombstones: true },
  })
  expect(await quotas({ documents: 1, space: 81 * MEGABYTE }).room('m', 'a')).toEqual({
    ...{ own: 0, intents: 0, tombstones: false },
  })
})

test('documents stored since the last count are counted without a new request', async () => {
  const { room, stored, counted } = quotas({ documents: 19_990 })
  await room('m', 'a')
  stored('m', { documents: 4, bytes: 0 })
  expect([await room('m', 'a'), counted()]).toMatchObject([{ own: 6 }, 1])
})

test('a mailbox is counted again before anything is refused, and a full one once a second', async () => {
  const holds = { bytes: 19 * MEGABYTE }
  const { room, stored, counted, passes } = quotas(holds)
  await room('m', 'a')
  // Long histories, which CouchDB does not count as documents.
  stored('m', { documents: 1, bytes: 2 * MEGABYTE })
  expect([await room('m', 'a'), counted()]).toMatchObject([{ own: 20_000 }, 2])
  holds.bytes = 21 * MEGABYTE
  stored('m', { documents: 1, bytes: 2 * MEGABYTE })
  for (let n = 0; n < 5; n++) expect(await room('m', 'a')).toMatchObject({ own: 0 })
  expect(counted()).toBe(3)
  passes(1_001)
  holds.bytes = 0
  expect([await room('m', 'a'), counted()]).toMatchObject([{ own: 20_000 }, 4])
})
