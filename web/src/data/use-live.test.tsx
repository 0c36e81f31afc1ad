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

test('changes within 10 ms are read once, and the last state is shown', async () => {
  const device = await openLocalData()
  let stored = 0
  const read = vi.fn(async () => stored)
  const query: LiveQuery<number> = { key: 'count', watches: ['intent:'], read }
  const { result } = renderHook(() => useLive(query), { wrapper: StrictMode })
  await waitFor(() => expect(result.current).toEqual({ status: 'ready', data: 0 }))
  read.mockClear()

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const change = () => {
    stored += 1
    device.announce([`intent:${aUlid(stored)}`])
  }
  change()
  vi.advanceTimersByTime(9)
  change()
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(read).toHaveBeenCalledTimes(1)
  expect(result.current).toEqual({ status: 'ready', data: 2 })
  change()
  await act(() => vi.advanceTimersByTimeAsync(10))
  expect(read).toHaveBeenCalledTimes(2)
  expect(result.current).toEqual({ status: 'ready', data: 3 })
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
