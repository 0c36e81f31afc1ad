// @vitest-environment jsdom
import { act, render, renderHook, screen, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { aUlid } from '../testing/documents.ts'
import { openLocalData, renderWithLocalData } from '../testing/render-with-local-data.tsx'
import { cart, cartLines } from './orders/cart.ts'
import { type LiveQuery, useLive } from './use-live.ts'

afterEach(() => void vi.useRealTimers())

function CartCount() {
  const answer = useLive(cartLines)
  return <p>{answer.status === 'ready' ? `${answer.data.count} pieces` : answer.status}</p>
}

test('a screen shows loading once, then what is stored, then every change', async () => {
  await renderWithLocalData(<CartCount />)
  screen.getByText('loading')
  await screen.findByText('0 pieces')
  await cart.add('red-roses', 2)
  await screen.findByText('2 pieces')
})

test('a screen that comes back shows the last answer at once', async () => {
  const shown = await renderWithLocalData(<CartCount />)
  await screen.findByText('0 pieces')
  shown.unmount()
  await cart.add('red-roses', 1)
  render(
    <StrictMode>
      <CartCount />
    </StrictMode>,
  )
  screen.getByText('0 pieces')
  await screen.findByText('1 pieces')
})

test('another page of the browser shows the change too', async () => {
  const { device } = await renderWithLocalData(<CartCount />)
  await screen.findByText('0 pieces')
  const other = device.openTab()
  const { cartOf } = await import('./orders/cart.ts')
  await cartOf(() => other).add('tulips', 4)
  await screen.findByText('4 pieces')
  other.supervisor.stop()
})

test('the first change is read at once, those of the next 10 ms together, and the last state is shown', async () => {
  const device = await openLocalData()
  let stored = 0
  const read = vi.fn(async () => stored)
  const query: LiveQuery<number> = { key: 'count', watches: ['intent:'], read }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { result } = renderHook(() => useLive(query), { wrapper: StrictMode })
  await vi.waitFor(() => expect(result.current).toEqual({ status: 'ready', data: 0 }))
  read.mockClear()

  const change = () => {
    stored += 1
    device.announce([`intent:${aUlid(stored)}`])
  }
  const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  await after(10)
  change()
  change()
  await after(0)
  expect(read).toHaveBeenCalledTimes(1)
  expect(result.current).toEqual({ status: 'ready', data: 2 })
  change()
  await after(9)
  change()
  expect(read).toHaveBeenCalledTimes(1)
  await after(1)
  expect(read).toHaveBeenCalledTimes(2)
  expect(result.current).toEqual({ status: 'ready', data: 4 })
  await after(10)
  expect(read).toHaveBeenCalledTimes(2)
})

test('a part is shown before the rest is read, and so is what changes meanwhile', async () => {
  const device = await openLocalData()
  const rest = Promise.withResolvers<void>()
  let stored = ['newest']
  let isWhole = false
  const query: LiveQuery<readonly string[]> = {
    key: 'in parts',
    watches: ['part:'],
    read: async (_, isPart) => {
      if (!isWhole) isPart?.(() => rest.promise)
      return stored
    },
  }
  const { result } = renderHook(() => useLive(query), { wrapper: StrictMode })
  await waitFor(() => expect(result.current).toEqual({ status: 'ready', data: ['newest'] }))
  stored = ['just now', 'newest']
  device.announce(['part:just now'])
  await waitFor(() => expect(result.current).toEqual({ status: 'ready', data: ['just now', 'newest'] }))
  isWhole = true
  stored = ['just now', 'newest', 'oldest']
  rest.resolve()
  await waitFor(() => expect(result.current).toEqual({ status: 'ready', data: ['just now', 'newest', 'oldest'] }))
})

test('a rest that cannot be read is read again later; the part stays', async () => {
  await openLocalData()
  const rest = vi.fn(async () => {
    throw new Error('disk failed')
  })
  const read: LiveQuery<string>['read'] = async (_, isPart) => {
    isPart?.(rest)
    return 'newest'
  }
  const query: LiveQuery<string> = { key: 'failing rest', watches: [], read }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { result } = renderHook(() => useLive(query), { wrapper: StrictMode })
  await vi.waitFor(() => expect(rest).toHaveBeenCalledTimes(1))
  await act(() => vi.advanceTimersByTimeAsync(5000))
  await vi.waitFor(() => expect(rest).toHaveBeenCalledTimes(2))
  expect(result.current).toEqual({ status: 'ready', data: 'newest' })
})

test('a screen is not drawn again for an answer that has not changed', async () => {
  const device = await openLocalData()
  const same = ['one']
  const read = vi.fn(async () => same)
  const query: LiveQuery<string[]> = { key: 'unchanged', watches: ['intent:'], read }
  const drawn = vi.fn(() => useLive(query))
  const { result } = renderHook(drawn)
  await waitFor(() => expect(result.current.status).toBe('ready'))
  const times = drawn.mock.calls.length
  device.announce([`intent:${aUlid()}`])
  await waitFor(() => expect(read).toHaveBeenCalledTimes(2))
  await act(async () => undefined)
  expect(drawn).toHaveBeenCalledTimes(times)
})

test('a change during a slow read leads to another read, and the newest answer stays', async () => {
  const device = await openLocalData()
  const open: (() => void)[] = []
  let stored = 'old'
  const query: LiveQuery<string> = {
    key: 'slow',
    watches: ['slow'],
    read: async () => {
      const seen = stored
      await new Promise<void>((resolve) => open.push(resolve))
      return seen
    },
  }
  const { result } = renderHook(() => useLive(query), { wrapper: StrictMode })
  await waitFor(() => expect(open).toHaveLength(1))
  stored = 'new'
  device.announce(['slow'])
  open[0]?.()
  await waitFor(() => expect(open).toHaveLength(2))
  act(() => open[1]?.())
  await waitFor(() => expect(result.current).toEqual({ status: 'ready', data: 'new' }))
})

test('an error is shown until a change leads to a read that succeeds', async () => {
  const device = await openLocalData()
  let fails = true
  const query: LiveQuery<string> = {
    key: 'failing',
    watches: ['failing'],
    read: async () => {
      if (fails) throw new Error('disk full')
      return 'fine'
    },
  }
  const { result } = renderHook(() => useLive(query), { wrapper: StrictMode })
  await waitFor(() => expect(result.current).toEqual({ status: 'failed', error: new Error('disk full') }))
  fails = false
  act(() => device.announce(['failing']))
  await waitFor(() => expect(result.current).toEqual({ status: 'ready', data: 'fine' }))
})

test('after signing out nothing of the last person is shown, even if an answer comes late', async () => {
  const device = await openLocalData()
  let release: (() => void) | undefined
  const query: LiveQuery<string> = {
    key: 'whose',
    watches: ['cart:'],
    read: async ({ mailbox }) => {
      const name = mailbox.db.name
      if (!release)
        await new Promise<void>((resolve) => {
          release = resolve
        })
      return name
    },
  }
  const before = device.databases.mailbox().db.name
  const { result } = renderHook(() => useLive(query), { wrapper: StrictMode })
  await waitFor(() => expect(release).toBeDefined())
  await act(async () => expect(await device.session.signOut()).toBe('done'))
  release?.()
  await waitFor(() => expect(result.current.status).toBe('ready'))
  expect(result.current).not.toEqual({ status: 'ready', data: before })
})
