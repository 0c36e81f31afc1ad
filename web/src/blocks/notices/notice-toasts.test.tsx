// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { beforeAll, expect, test } from 'vitest'
import type { Notice } from '#model'
import type { AccountSummary } from '../../data/local/session-state.ts'
import { newNotices } from '../../data/notices.ts'
import { useLive } from '../../data/use-live.ts'
import { startLanguage } from '../../i18n/start.ts'
import { aUlid } from '../../testing/documents.ts'
import { renderWithLocalData } from '../../testing/render-with-local-data.tsx'
import { ToastRegion } from '../../ui/overlays/toasts.tsx'
import { NoticeToasts } from './notice-toasts.tsx'

beforeAll(startLanguage)

const notice = (n: number, kind: Notice['kind']): Notice => ({
  ...{ _id: `notice:${aUlid(n)}`, type: 'notice', kind, subject: `order:${aUlid()}` },
  at: `2026-11-21T10:00:0${n}.000Z`,
})

function Count() {
  const notices = useLive(newNotices)
  return <p>{notices.status === 'ready' ? `${notices.data.length} new` : 'loading'}</p>
}

async function open(path: string, account?: AccountSummary) {
  const shown = await renderWithLocalData(
    <MemoryRouter initialEntries={[path]}>
      <NoticeToasts />
      <ToastRegion />
      <Count />
      <Routes>
        <Route path="/browse" element={<p>flowers</p>} />
        <Route path="/support" element={<p>the messages</p>} />
        <Route path="/bulk-order" element={<p>the bulk requests</p>} />
        <Route path="/order-tracking/:orderId" element={<p>the order</p>} />
        <Route path="/profile" element={<p>the profile</p>} />
      </Routes>
    </MemoryRouter>,
    { documents: [notice(1, 'order-confirmed')], ...(account && { account }) },
  )
  return shown.device.databases.mailbox().db
}

test('news about an order is shown on every screen and leads to the order; old news is not shown again', async () => {
  const db = await open('/browse')
  await screen.findByText('0 new')
  await db.bulkDocs([notice(2, 'order-preparing'), notice(3, 'order-on-its-way')])
  await screen.findByText('Your order is on its way')
  expect(screen.queryByText('Your order is confirmed')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Show' }))
  await screen.findByText('the order')
})

const supplier = { id: 'a1', email: 'ravi@device.example', name: 'Ravi', role: 'SUPPLIER' as const }
const aboutApplication = (kind: Notice['kind']) => ({ ...notice(2, kind), subject: `application:${aUlid(7)}` })

test('an approved applicant hears it on any screen, and is led to the profile while the role has no dashboard', async () => {
  const db = await open('/browse', supplier)
  await screen.findByText('0 new')
  await db.put(aboutApplication('application-approved'))
  await screen.findByText('Your application is approved. Welcome to Mogra!')
  fireEvent.click(screen.getByRole('button', { name: 'Show' }))
  await screen.findByText('the profile')
})

test('a rejected applicant hears it too, and the profile, which shows why, does not lead to itself', async () => {
  const db = await open('/profile', { ...supplier, role: 'CUSTOMER' })
  await screen.findByText('0 new')
  await db.put(aboutApplication('application-rejected'))
  await screen.findByText('Your application was not approved')
  expect(screen.queryByRole('button', { name: 'Show' })).toBeNull()
})

test('a partner who loses a delivery hears it on the dashboard, too, which no longer shows it', async () => {
  const db = await open('/driver/dashboard', { ...supplier, role: 'PARTNER' })
  await screen.findByText('0 new')
  await db.put(notice(2, 'delivery-displaced'))
  await screen.findByText('A delivery is no longer yours: another partner has the flowers already')
  expect(screen.queryByRole('button', { name: 'Show' })).toBeNull()
})

test('a supplier’s interest is told on every screen, and leads to the bulk requests', async () => {
  const db = await open('/browse')
  await screen.findByText('0 new')
  await db.bulkDocs([{ ...notice(2, 'bulk-interest'), subject: `bulk-request:${aUlid()}` }])
  await screen.findByText('A supplier is interested in your bulk request')
  fireEvent.click(screen.getByRole('button', { name: 'Show' }))
  await screen.findByText('the bulk requests')
})

test('an answer of support is told on every screen, and leads to the messages to support', async () => {
  const db = await open('/browse')
  await screen.findByText('0 new')
  await db.bulkDocs([{ ...notice(2, 'ticket-answered'), subject: `ticket:${aUlid(2)}` }])
  await screen.findByText('Mogra has answered your message')
  fireEvent.click(screen.getByRole('button', { name: 'Show' }))
  await screen.findByText('the messages')
})
