// @vitest-environment jsdom
import { act, render, renderHook, screen, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { expect, test } from 'vitest'
import { placeOrder } from '#model'
import { aFlower, aPlaceOrder } from '../testing/documents.ts'
import { openLocalData } from '../testing/render-with-local-data.tsx'
import { ask } from './ask.ts'
import { flowerById } from './catalogue/flowers.ts'
import { drafts } from './drafts.ts'
import { usePreference } from './preferences.ts'
import { useLive } from './use-live.ts'
import { useSession } from './use-session.ts'
import { useSyncStatus } from './use-sync-status.ts'

const account = { id: 'a1', email: 'asha@device.example', name: 'Asha', role: 'CUSTOMER' as const }
const wrapper = StrictMode

function Price({ id }: { id: string }) {
  const flower = useLive(flowerById(id))
  return <li>{flower.status === 'ready' ? `${id}: ${flower.data?.priceRupees}` : flower.status}</li>
}

test('a preference is stored, and every component that reads it follows a change', async () => {
  await openLocalData()
  const one = renderHook(() => usePreference('city'), { wrapper })
  const other = renderHook(() => usePreference('city'), { wrapper })
  expect(one.result.current[0]).toBeUndefined()
  act(() => one.result.current[1]('jaipur'))
  expect(other.result.current[0]).toBe('jaipur')
})

test('a draft is kept until it is cleared, and unreadable data counts as no draft', async () => {
  const device = await openLocalData()
  drafts.save('checkout', { name: 'Sunita' })
  expect(drafts.get('checkout')).toEqual({ name: 'Sunita' })
  device.environment.values.set('mogra_draft_checkout', '{')
  expect(drafts.get('checkout')).toBeUndefined()
  drafts.clear('checkout')
  expect(drafts.get('checkout')).toBeUndefined()
})

test('a component sees who is signed in, and follows when the service has ended the session', async () => {
  const device = await openLocalData({ account })
  const { result } = renderHook(() => useSession(), { wrapper })
  expect(result.current).toEqual({ account, signedOutByServer: false, accountGone: false })
  act(() => device.sessionState.set({ ...device.sessionState.get(), signedOutByServer: true }))
  expect(result.current).toEqual({ account, signedOutByServer: true, accountGone: false })
})

test('the sync status counts unsent changes without a leader and without a network', async () => {
  const device = await openLocalData({ account })
  const { result } = renderHook(() => useSyncStatus(), { wrapper })
  expect(result.current.state).toBe('starting')
  await ask(placeOrder, aPlaceOrder())
  act(() => device.setOnline(false))
  await waitFor(() => expect(result.current).toMatchObject({ state: 'offline', unsent: 1, online: false }))
})

test('all live queries on one screen keep updating, even if there are more of them than answers are kept', async () => {
  const ids = Array.from({ length: 70 }, (_, n) => `f${n}`)
  const device = await openLocalData({ catalogue: ids.map((id) => aFlower({ _id: `flower:${id}`, priceRupees: 10 })) })
  render(
    <StrictMode>
      {ids.map((id) => (
        <Price key={id} id={id} />
      ))}
    </StrictMode>,
  )
  await screen.findByText('f0: 10')
  const { db } = device.databases.catalogue
  const first = await db.get('flower:f0')
  await db.put({ ...first, priceRupees: 20 })
  await screen.findByText('f0: 20')
})
