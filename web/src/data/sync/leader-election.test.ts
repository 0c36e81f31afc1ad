import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { randomId } from '../platform/random-id.ts'
import { type Leadership, seekLeadership } from './leader-election.ts'
import { openPageChannel } from './page-channel.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
})
const ends: (() => void)[] = []
afterEach(() => {
  vi.useRealTimers()
  for (const end of ends.splice(0)) end()
})

interface Page {
  leadership: Leadership
  hide: () => void
  isAtWork: () => boolean
  workNow: () => number
}

/** Pages of one browser, on real locks and a real channel. */
function aBrowser() {
  const name = `leader-${randomId(8)}`
  return {
    name,
    openPage({ isVisible = true } = {}): Page {
      let isShown = isVisible
      const channel = openPageChannel(new BroadcastChannel(name))
      let atWork = 0
      const leadership = seekLeadership({
        name,
        locks: navigator.locks,
        channel,
        isVisible: () => isShown,
        lead: () => {
          atWork += 1
          return () => {
            atWork -= 1
          }
        },
      })
      ends.push(() => {
        leadership.stop()
        channel.close()
      })
      const hide = () => {
        isShown = false
      }
      return { leadership, hide, isAtWork: () => atWork === 1, workNow: () => atWork }
    },
  }
}
const soon = (check: () => void) => vi.waitFor(check, { interval: 1, timeout: 5000 })

test('one page leads, and the next takes over when that page closes', async () => {
  const { openPage } = aBrowser()
  const first = openPage()
  await soon(() => expect(first.isAtWork()).toBe(true))
  const second = openPage()
  second.leadership.check()
  await vi.advanceTimersByTimeAsync(10_000)
  expect([first.isAtWork(), second.isAtWork()]).toEqual([true, false])
  first.leadership.stop()
  await soon(() => expect(second.isAtWork()).toBe(true))
  expect(first.isAtWork()).toBe(false)
})

test('a leader that does not respond is replaced by a visible page, not by a hidden one', async () => {
  const { name, openPage } = aBrowser()
  const frozen = navigator.locks.request(name, () => new Promise(() => undefined))
  frozen.catch(() => undefined)
  const hidden = openPage({ isVisible: false })
  hidden.leadership.check()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(hidden.isAtWork()).toBe(false)

  const visible = openPage()
  visible.leadership.check()
  await vi.advanceTimersByTimeAsync(2900)
  expect(visible.isAtWork()).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  await soon(() => expect(visible.isAtWork()).toBe(true))
  await expect(frozen).rejects.toThrow()
})

test('a leader that stops responding later is noticed by a visible page in which nothing happens', async () => {
  const { name, openPage } = aBrowser()
  const frozen = navigator.locks.request(name, () => new Promise(() => undefined))
  frozen.catch(() => undefined)
  const leader = openPageChannel(new BroadcastChannel(name))
  let isAwake = true
  let asked = 0
  leader.subscribe(({ type }) => {
    if (type !== 'ping') return
    asked += 1
    if (isAwake) leader.post({ type: 'pong', isHandedOver: false })
  })
  ends.push(() => leader.close())
  const visible = openPage()
  visible.leadership.check()
  await soon(() => expect(asked).toBe(1))
  isAwake = false
  await vi.advanceTimersByTimeAsync(10_000)
  await soon(() => expect(asked).toBe(2))
  expect(visible.isAtWork()).toBe(false)
  await vi.advanceTimersByTimeAsync(3000)
  await soon(() => expect(visible.isAtWork()).toBe(true))
  await expect(frozen).rejects.toThrow()
})

test('a hidden leader makes room for the visible page that asks, even if other pages queue before it', async () => {
  const { openPage } = aBrowser()
  const leader = openPage()
  await soon(() => expect(leader.isAtWork()).toBe(true))
  const inLine = openPage({ isVisible: false })
  const visible = openPage()
  visible.leadership.check()
  await vi.advanceTimersByTimeAsync(10_000)
  expect([leader.isAtWork(), inLine.isAtWork(), visible.isAtWork()]).toEqual([true, false, false])

  leader.hide()
  visible.leadership.check()
  await soon(() => expect([leader.isAtWork(), inLine.isAtWork(), visible.isAtWork()]).toEqual([false, false, true]))
  visible.leadership.stop()
  await soon(() => expect(leader.workNow() + inLine.workNow()).toBe(1))
})

test('a page that loses the lead stops, and gets it back when the other page closes', async () => {
  const { name, openPage } = aBrowser()
  const page = openPage()
  await soon(() => expect(page.isAtWork()).toBe(true))
  let release = () => {}
  const thief = navigator.locks.request(
    name,
    { steal: true },
    () => new Promise<void>((resolve) => (release = resolve)),
  )
  await soon(() => expect(page.isAtWork()).toBe(false))
  release()
  await thief
  await soon(() => expect(page.isAtWork()).toBe(true))
})

test('a page that gets the lock just as it gives up waiting leads once, and ends all that it began', async () => {
  const { openPage } = aBrowser()
  const page = openPage()
  page.leadership.check()
  // As in a page that was frozen: it may get the lock at the same moment.
  vi.advanceTimersByTime(3000)
  const next = openPage()
  await soon(() => expect(page.isAtWork()).toBe(true))
  page.leadership.stop()
  await soon(() => expect(next.isAtWork()).toBe(true))
  expect(page.workNow()).toBe(0)
})

test('without Web Locks every page leads', async () => {
  const name = `leader-${randomId(8)}`
  const channel = openPageChannel(new BroadcastChannel(name))
  const lead = vi.fn(() => () => undefined)
  const leadership = seekLeadership({ name, locks: undefined, channel, isVisible: () => true, lead })
  expect(lead).toHaveBeenCalledOnce()
  leadership.stop()
  channel.close()
})
