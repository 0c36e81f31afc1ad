import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ConnectionMonitor } from './connection-monitor.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A network that was last heard now, and a gate that answers when the test says so. */
function aLine() {
  const heardAt = performance.now()
  const line = {
    ...{ heardAt, answers: false, isRefused: false, isAtRest: false, isWanted: true, probes: 0, uploadMs: 0 },
    /** Replications that restart get another dead connection. */
    isStuck: false,
  }
  const revived = vi.fn(() => {
    line.heardAt = performance.now()
    if (!line.isStuck) line.isAtRest = true
  })
  const changed = vi.fn()
  const watch = new ConnectionMonitor({
    probe: (signal) => {
      line.probes += 1
      if (line.answers) return Promise.resolve(new Response('{}'))
      if (line.isRefused) return Promise.reject(new TypeError('fetch failed'))
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    },
    silentFor: () => performance.now() - line.heardAt - line.uploadMs,
    isAtRest: () => line.isAtRest,
    isWanted: () => line.isWanted,
    changed,
    revived,
  })
  watch.start()
  return { line, watch, revived, changed }
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('the monitor sends no probe as long as heartbeats come', async () => {
  const { line } = aLine()
  for (let beats = 0; beats < 10; beats += 1) {
    await pass(10_000)
    line.heardAt = performance.now()
  }
  expect(line.probes).toBe(0)
})

test('a connection that hangs is reported as dead within 20 s, and as alive within 5 s of its return', async () => {
  const { line, watch, revived, changed } = aLine()
  await pass(20_000)
  expect([changed.mock.calls.length, watch.isDead]).toEqual([1, true])
  await pass(45_500)
  expect(revived).not.toHaveBeenCalled()
  line.answers = true
  await pass(4500)
  expect(revived).toHaveBeenCalledOnce()
  expect([changed.mock.calls.length, watch.isDead]).toEqual([2, false])
})

test('replications that restarted and hear nothing lead to a probe within 5 s, and to two restarts at most', async () => {
  const { line, watch, revived } = aLine()
  line.answers = true
  line.isStuck = true
  await pass(6000)
  watch.begunAnew()
  await pass(2500)
  expect(line.probes).toBe(0)
  await pass(2000)
  expect(revived).toHaveBeenCalledOnce()
  await pass(4000)
  expect(revived).toHaveBeenCalledTimes(2)
  await pass(10_000)
  expect(revived).toHaveBeenCalledTimes(2)
})

test('a restart after a silence that gets one more dead connection is repeated within 5 s', async () => {
  const { line, revived } = aLine()
  line.answers = true
  line.isStuck = true
  await pass(15_500)
  expect(revived).toHaveBeenCalledOnce()
  line.isStuck = false
  await pass(4000)
  expect(revived).toHaveBeenCalledTimes(2)
  await pass(5000)
  line.isAtRest = false
  line.isStuck = true
  await pass(15_000)
  expect(revived.mock.calls.length).toBeGreaterThan(3)
})

test('replications that restarted and became idle lead to no probe', async () => {
  const { line, watch } = aLine()
  await pass(6000)
  watch.begunAnew()
  await pass(2500)
  line.heardAt = performance.now()
  line.isAtRest = true
  await pass(10_000)
  expect(line.probes).toBe(0)
})

test('a write on a connection that just died leads to a probe, and is sent within 5 s of its return', async () => {
  const { line, watch, revived } = aLine()
  await pass(6000)
  watch.wrote()
  await pass(2500)
  expect(line.probes).toBe(0)
  await pass(1000)
  expect(line.probes).toBe(3)
  line.answers = true
  await pass(1500)
  expect([revived.mock.calls.length, watch.isDead]).toEqual([1, false])
  await pass(10_000)
  expect(revived).toHaveBeenCalledOnce()
})

test('further writes do not delay the probe after the first one', async () => {
  const { line, watch } = aLine()
  await pass(1000)
  for (let writes = 0; writes < 4; writes += 1) {
    watch.wrote()
    await pass(900)
  }
  expect(line.probes).toBe(3)
})

test('data that was heard soon after a write does not count as the answer to it', async () => {
  const { line, watch } = aLine()
  await pass(1000)
  watch.wrote()
  await pass(500)
  line.heardAt = performance.now()
  await pass(2000)
  expect(line.probes).toBe(0)
  await pass(1500)
  expect(line.probes).toBe(3)
})

test('a write that was accepted leads to no probe; the next one that was not does', async () => {
  const { line, watch } = aLine()
  await pass(1000)
  watch.wrote()
  line.isAtRest = true
  await pass(7000)
  line.heardAt = performance.now()
  line.isAtRest = false
  await pass(4000)
  expect(line.probes).toBe(0)
  watch.wrote()
  await pass(2500)
  expect(line.probes).toBe(0)
  await pass(1000)
  expect(line.probes).toBe(3)
})

test('a long upload leads to no probe while it lasts', async () => {
  const { line, watch } = aLine()
  await pass(1000)
  watch.wrote()
  line.uploadMs = 6000
  await pass(7500)
  expect(line.probes).toBe(0)
  await pass(1000)
  expect(line.probes).toBe(3)
})

test('a network too slow for the probes is not called dead if the write is accepted meanwhile', async () => {
  const { line, watch, changed, revived } = aLine()
  await pass(1000)
  watch.wrote()
  await pass(3500)
  expect(line.probes).toBe(3)
  line.heardAt = performance.now()
  line.isAtRest = true
  await pass(5000)
  expect([changed.mock.calls.length, revived.mock.calls.length, line.probes]).toEqual([0, 0, 6])
})

test('a dead connection that is heard again without a probe is reported as alive', async () => {
  const { line, watch, changed } = aLine()
  await pass(20_000)
  changed.mockClear()
  line.heardAt = performance.now() + 4000
  await pass(4000)
  expect([changed.mock.calls.length, watch.isDead]).toEqual([1, false])
})

test('a gate that cannot be reached is probed once every 3 s, and heard within 4 s of its return', async () => {
  const { line, watch, revived } = aLine()
  line.isRefused = true
  await pass(15_000)
  expect(watch.isDead).toBe(true)
  const { probes } = line
  await pass(90_000)
  expect(line.probes - probes).toBe(90 / 3)
  await pass(500)
  line.answers = true
  await pass(3500)
  expect(revived).toHaveBeenCalledOnce()
})

test.each([true, false])('a dead connection is probed less often later (refused at once: %s)', async (isRefused) => {
  const { line } = aLine()
  line.isRefused = isRefused
  await pass(300_000)
  const { probes } = line
  await pass(300_000)
  const rounds = (line.probes - probes) / (isRefused ? 1 : 6)
  expect(rounds).toBeGreaterThanOrEqual(9)
  expect(rounds).toBeLessThanOrEqual(11)
})

test.each(['wrote', 'begunAnew'] as const)('a long dead connection is probed often again (%s)', async (happened) => {
  const { line, watch, changed, revived } = aLine()
  await pass(600_000)
  changed.mockClear()
  watch[happened]()
  await pass(45_000)
  expect(changed).not.toHaveBeenCalled()
  line.answers = true
  await pass(4500)
  expect(revived).toHaveBeenCalledOnce()
})

test('without an account, or without a network, the monitor sends no probe', async () => {
  const { line, watch } = aLine()
  await pass(20_000)
  line.isWanted = false
  await pass(4000)
  const { probes } = line
  await pass(60_000)
  expect([line.probes, watch.isDead]).toEqual([probes, false])
})

test('a monitor that was stopped sends no more probes', async () => {
  const { line, watch, changed } = aLine()
  await pass(17_000)
  watch.stop()
  const { probes } = line
  changed.mockClear()
  await pass(60_000)
  expect(line.probes).toBe(probes)
  expect(changed).not.toHaveBeenCalled()
})
