import { expect, test } from 'vitest'
import { openQuotas } from './quotas.ts'

const START = Date.parse('2026-11-21T06:00:00.000Z')

function quotas(holds = { documents: 0, bytes: 0 }) {
  let atMs = START
  let counted = 0
  const count = async () => {
    counted += 1
    return { ...holds, deleted: 0 }
  }
  const opened = openQuotas({ now: () => new Date(atMs), count, documentsPerMinute: 300 })
  return Object.assign(opened, {
    passes: (ms: number) => {
      atMs += ms
    },
    counted: () => counted,
  })
}

test('a mailbox may push 300 documents a minute, a batch being taken whole', () => {
  const { take, passes } = quotas()
  take('m', 299)
  take('m', 500)
  expect(() => take('m', 1)).toThrow(expect.objectContaining({ statusCode: 429 }))
  take('other', 1)
  passes(60_000)
  expect(() => take('m', 1)).toThrow()
  passes(41_000)
  take('m', 1)
})

test('the refusal says when to come again, and then it is so', () => {
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

test('what could not be stored costs nothing', () => {
  const { take, giveBack } = quotas()
  for (let n = 0; n < 20; n++) {
    take('m', 300)
    giveBack('m', 300)
  }
  take('m', 1)
})

test('a clock that is set back takes nothing away, and counts the mailbox anew', async () => {
  const { take, passes, room, counted } = quotas()
  take('m', 299)
  passes(-86_400_000)
  take('m', 1)
  await room('m')
  passes(-86_400_000)
  await room('m')
  expect(counted()).toBe(2)
})

test('a mailbox holds 20,000 documents or 20 MB', async () => {
  expect(await quotas({ documents: 19_990, bytes: 0 }).room('m')).toBe(10)
  expect(await quotas({ documents: 20_000, bytes: 0 }).room('m')).toBe(0)
  expect(await quotas({ documents: 1, bytes: 21 * 1024 * 1024 }).room('m')).toBe(0)
})

test('what was stored since counts, without asking again', async () => {
  const { room, stored, counted } = quotas({ documents: 19_990, bytes: 0 })
  await room('m')
  stored('m', 4)
  expect([await room('m'), counted()]).toEqual([6, 1])
})
