// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, expect, test } from 'vitest'
import type { AccountSummary } from '../../../data/use-session.ts'
import type { SyncStatus } from '../../../data/use-sync-status.ts'
import { startLanguage } from '../../../i18n/start.ts'
import { renderWithLocalData } from '../../../testing/render-with-local-data.tsx'
import { OfflineBar } from './offline-bar.tsx'
import { useSyncStatusTexts } from './sync-status-texts.ts'

beforeAll(startLanguage)

const asha: AccountSummary = { id: 'a1', email: 'asha@device.example', name: 'Asha', role: 'CUSTOMER' }
const fine: SyncStatus = { state: 'up-to-date', unsent: 0, refused: 0, online: true, isArriving: false }

function Words({ status }: { status: SyncStatus }) {
  const { title, note } = useSyncStatusTexts(status)
  return (
    <p>
      {title}: {note}
    </p>
  )
}

async function say(status: Partial<SyncStatus>, account?: AccountSummary) {
  const shown = await renderWithLocalData(
    <MemoryRouter>
      <OfflineBar />
      <Words status={{ ...fine, ...status }} />
    </MemoryRouter>,
    account ? { account } : {},
  )
  return shown.device
}

test('a visitor is told that the cart is on this phone; an account, that everything has reached Mogra', async () => {
  await say({})
  screen.getByText(/Your cart and your orders are on this phone/)
  cleanup()
  await say({}, asha)
  screen.getByText(/has reached Mogra/)
})

test('without a network nothing is promised while the phone does not have everything', async () => {
  const { setOnline } = await say({}, asha)
  act(() => setOnline(false))
  await screen.findByText(/^No network. What is not on this phone yet/)
})

test('offline a customer and a visitor can order, and a partner’s steps are kept', async () => {
  const ready = async (account?: AccountSummary) => {
    const device = await say({}, account)
    device.environment.values.set('mogra_ready_offline', 'yes')
    return device
  }
  for (const account of [asha, undefined]) {
    const { setOnline } = await ready(account)
    act(() => setOnline(false))
    await screen.findByText(/browse and order/)
    cleanup()
  }
  const partner = await ready({ ...asha, role: 'PARTNER' })
  act(() => partner.setOnline(false))
  await screen.findByText(/steps are kept on this phone/)
  expect(screen.queryByText(/browse and order/)).toBeNull()
})

test('an order that must wait for its turn shows when it will be sent', async () => {
  await say({ state: 'waiting', unsent: 1, retryAt: '2026-11-21T10:05:00.000Z' })
  screen.getByText(/goes out by itself: .*3:35/)
})

test('in maintenance a phone says that everything is kept and goes out afterwards', async () => {
  await say({ state: 'waiting', unsent: 2, isMaintenance: true }, asha)
  screen.getByText(/^2 waiting: Mogra is being maintained\. Everything is kept on this phone/)
})

test('a refusal does not hide that something waits for the network', async () => {
  await say({ state: 'attention', online: false, unsent: 1, refused: 1 }, asha)
  screen.getByText(/^Offline, 1 waiting: 1 needs attention/)
})

test('a network without an answer shows how many changes wait, even if something needs attention', async () => {
  await say({ state: 'attention', unsent: 3, refused: 1, isUnanswered: true }, asha)
  screen.getByText(/^3 waiting: 1 needs attention/)
  cleanup()
  await say({ state: 'attention', unsent: 3, refused: 1 }, asha)
  screen.getByText(/^1 needs attention/)
})

test('a phone shows "Getting ready" at first, and later "Catching up"', async () => {
  const lastContactAt = '2026-11-21T10:05:00.000Z'
  await say({ state: 'starting', isArriving: true, lastContactAt }, asha)
  screen.getByText(/^Getting ready/)
  cleanup()
  await say({ state: 'starting', lastContactAt }, asha)
  screen.getByText(/^Catching up/)
})
