import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ReplicationRunner } from './replication-runner.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A runner whose replications do what the test says. */
function aLink() {
  const runs: (EventEmitter & { batchSize: number; isCancelled: boolean })[] = []
  const link = new ReplicationRunner({
    begin: async (batchSize) => {
      const run = Object.assign(new EventEmitter(), {
        batchSize,
        isCancelled: false,
        cancel() {
          run.isCancelled = true
        },
      })
      runs.push(run)
      return { replication: run }
    },
    changed: () => undefined,
  })
  const begun = () => vi.advanceTimersByTimeAsync(0)
  const last = () => runs.at(-1) ?? expect.fail('nothing has begun')
  return { link, runs, begun, last }
}

test('a failed replication restarts after growing delays of at most 30 s, and at once when it is woken', async () => {
  const { link, runs, begun, last } = aLink()
  link.wake()
  await begun()
  const delays: number[] = []
  for (let failures = 0; failures < 9; failures += 1) {
    const { length } = runs
    last().emit('error', new Error('no answer'))
    expect(link.state).toBe('waiting')
    let waited = 0
    while (runs.length === length) {
      await vi.advanceTimersByTimeAsync(100)
      waited += 100
    }
    delays.push(waited)
  }
  expect(delays[0]).toBeLessThanOrEqual(1100)
  expect(delays.at(-1)).toBeGreaterThanOrEqual(15_000)
  expect(Math.max(...delays)).toBeLessThanOrEqual(30_100)

  last().emit('error', new Error('no answer'))
  const { length } = runs
  link.wake()
  await begun()
  expect(runs).toHaveLength(length + 1)
})

test('a success resets the delay', async () => {
  const { link, runs, begun, last } = aLink()
  link.wake()
  await begun()
  for (let failures = 0; failures < 6; failures += 1) {
    last().emit('error', new Error('no answer'))
    await vi.advanceTimersByTimeAsync(30_000)
  }
  last().emit('paused')
  expect(link.state).toBe('idle')
  await vi.advanceTimersByTimeAsync(15_000)
  last().emit('error', new Error('no answer'))
  const { length } = runs
  await vi.advanceTimersByTimeAsync(1000)
  expect(runs).toHaveLength(length + 1)
})

test('a gate that answers everything but the poll is asked rarely', async () => {
  const { link, runs, begun, last } = aLink()
  link.wake()
  await begun()
  const TEN_MINUTES_S = 600
  for (let second = 0; second < TEN_MINUTES_S; second += 1) {
    if (link.state === 'busy') {
      last().emit('paused')
      last().emit('error', { status: 429 })
    }
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(runs.length).toBeGreaterThan(20)
  expect(runs.length).toBeLessThan(50)
})

test('a timeout halves the batch, as an answer "too large" does, which is retried without a delay', async () => {
  const { link, begun, last } = aLink()
  link.wake()
  await begun()
  expect(last().batchSize).toBe(500)
  last().emit('error', { problem: 'timeout' })
  await vi.advanceTimersByTimeAsync(1000)
  expect(last().batchSize).toBe(250)
  last().emit('error', { status: 413 })
  await begun()
  expect(last().batchSize).toBe(125)
})

test('after a batch that went through the next ones grow again, up to the full size', async () => {
  const { link, begun, last } = aLink()
  link.wake()
  await begun()
  for (const _ of [250, 125]) {
    last().emit('error', { status: 413 })
    await begun()
  }
  const sizes: number[] = []
  for (let run = 0; run < 4; run += 1) {
    sizes.push(last().batchSize)
    last().emit('change')
    last().emit('change')
    last().emit('error', new Error('no answer'))
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(sizes).toEqual([125, 250, 500, 500])
})

test('a timeout after a batch that went through makes the next one smaller all the same', async () => {
  const { link, begun, last } = aLink()
  link.wake()
  await begun()
  for (const size of [500, 250, 125]) {
    expect(last().batchSize).toBe(size)
    last().emit('change')
    last().emit('error', { problem: 'timeout' })
    await vi.advanceTimersByTimeAsync(1000)
  }
})

test('a restart for another network begins with the full batch', async () => {
  const { link, begun, last } = aLink()
  link.wake()
  await begun()
  last().emit('error', { status: 413 })
  await begun()
  link.restart()
  await begun()
  expect(last().batchSize).toBe(500)
})

test('a restart cancels the old replication and ignores its later events', async () => {
  const { link, runs, begun } = aLink()
  link.wake()
  await begun()
  link.restart()
  await begun()
  expect(runs).toHaveLength(2)
  expect(runs[0]?.isCancelled).toBe(true)
  runs[0]?.emit('error', new Error('too late'))
  expect(link.state).toBe('busy')
  link.stop()
  expect(runs[1]?.isCancelled).toBe(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(runs).toHaveLength(2)
})
