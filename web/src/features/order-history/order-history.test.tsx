// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, expect, test } from 'vitest'
import { noteComplete } from '../../data/local/initial-sync-flag.ts'
import { startLanguage } from '../../i18n/start.ts'
import { anIntent, anOrder, aReceipt, aUlid } from '../../testing/documents.ts'
import { liveRegions } from '../../testing/live-regions.ts'
import { type LocalData, renderWithLocalData } from '../../testing/render-with-local-data.tsx'
import { OrderHistoryScreen } from './order-history.tsx'

beforeAll(startLanguage)

const account = { id: 'a1', email: 'asha@device.example', name: 'Asha', role: 'CUSTOMER' as const }

const screenWith = (data: LocalData) =>
  renderWithLocalData(
    <MemoryRouter>
      <OrderHistoryScreen />
    </MemoryRouter>,
    data,
  )

async function show(documents: object[], isArriving: boolean) {
  const shown = await screenWith({ account, documents, isArriving })
  await screen.findByRole('heading', { level: 1 })
  return shown.device
}

test('an account whose orders have not all arrived is not told that it has none', async () => {
  const { databases, announce, setOnline } = await show([], true)
  await screen.findByText('Your orders are still arriving')
  const before = liveRegions()
  expect(screen.queryByText('No orders yet')).toBeNull()
  act(() => setOnline(false))
  expect(before.heard(await screen.findByText(/does not have all of them yet/))).toBe(true)

  await noteComplete(databases.mailbox().db, '2026-11-21T10:00:00.000Z')
  act(() => announce(['complete']))
  await screen.findByText('No orders yet')
  expect(screen.queryByText('Your orders are still arriving')).toBeNull()
})

test('an incomplete list says that more may come, and a confirmed order when it was confirmed', async () => {
  await show([anOrder()], true)
  await screen.findByText('Your orders are still arriving')
  await waitFor(() => screen.getByText(/^Confirmed .*\d:\d\d/))
})

test('a visitor’s orders are shown below the note that the history needs a login', async () => {
  await screenWith({ documents: [anIntent(aUlid())] })
  await screen.findByText('Login Required')
  expect((await screen.findByRole('link', { name: /Red Roses|red-roses/ })).getAttribute('href')).toBe(
    `#/order-tracking/${aUlid()}`,
  )
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toContain('order-history')
})

test('a refused order that was placed again says so, and a refused cancellation says why', async () => {
  const cancelling = { ...anIntent(aUlid(4)), kind: 'cancel-order', payload: { order: aUlid(2) } }
  const refused = { outcome: 'refused', reason: 'price_changed', decidedAt: '2026-11-21T10:00:00.000Z' } as const
  const again = anIntent(aUlid(1), { madeAt: '2026-11-21T10:05:00.000Z' })
  await screenWith({
    account,
    documents: [
      ...[anIntent(aUlid(0)), aReceipt(aUlid(0), refused), again],
      ...[anOrder(aUlid(2)), cancelling, aReceipt(aUlid(4), { outcome: 'refused', reason: 'too_late' })],
    ],
  })
  await screen.findByText('You have placed this order again since.')
  screen.getByText('Order without a number')
  const title = await screen.findByText('Your order was not cancelled')
  within(title.closest('li') as HTMLElement).getByText(/30 minutes/)
})
