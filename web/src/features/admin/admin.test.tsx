// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, expect, test, vi } from 'vitest'
import { type IntentOf, intentId, type SupportRow, supportRowId, type TicketRow, ticketId } from '#model'
import { writeDraft } from '../../data/local/draft-storage.ts'
import '../../i18n/desk-texts.ts'
import { startLanguage } from '../../i18n/start.ts'
import { aReceipt, aUlid } from '../../testing/documents.ts'
import { answer, deviceWithAnswers } from '../../testing/fake-service.ts'
import { type LocalData, renderWithLocalData } from '../../testing/render-with-local-data.tsx'
import { AdminScreen } from './admin.tsx'

beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))
  await startLanguage()
})

const AT = '2026-11-21T10:00:00.000Z'
const account = { id: 'a0', email: 'anita@mogra.example', name: 'Anita', role: 'ADMIN' as const }
const counts = { CUSTOMER: 1, PARTNER: 0, SUPPLIER: 0, ADMIN: 1 }
const overview = {
  ...{ at: AT, users: counts, pending: { partners: 0, suppliers: 0 } },
  ...{ orders: { total: 0, sold: 0, revenueRupees: 0 }, days: [], troubles: 0, tickets: 0 },
}
const page = {
  users: [{ id: 'a1', name: 'Asha', email: 'asha@mogra.example', role: 'CUSTOMER', createdAt: AT }],
  ...{ found: 1, foundNonAdmins: 1, counts },
}

/** A desk at this address; `overviewNow` answers with its figures. */
async function open(address: string, overviewNow: () => Response | Promise<Response> = () => answer(200, overview)) {
  const queries: string[] = []
  const { device, asked } = deviceWithAnswers({
    'GET /api/admin/overview': overviewNow,
    'GET /api/admin/deletions': () => answer(200, { jobs: [] }),
    'GET /api/admin/users': (_, query) => {
      queries.push(query.toString())
      return answer(200, page)
    },
  })
  const screenOf = (
    <MemoryRouter initialEntries={[address]}>
      <AdminScreen />
    </MemoryRouter>
  )
  return {
    asked,
    queries,
    device,
    render: (data: LocalData = {}) => renderWithLocalData(screenOf, { ...data, device, account }),
  }
}
const tabs = () => within(screen.getByRole('group', { name: 'Admin Dashboard' }))

test('pressing the open tab keeps the filter of its list', async () => {
  const { render, queries } = await open('/admin?tab=users&q=asha')
  await render()
  await screen.findByText('Asha')
  fireEvent.click(tabs().getByRole('button', { name: /^Users/ }))
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('asha')
  const before = queries.length
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  await waitFor(() => expect(queries.length).toBeGreaterThan(before))
  expect(new Set(queries)).toEqual(new Set(['q=asha&sort=newest']))
})

test('nobody can be cleared before the desk knows how many there are', async () => {
  const figures = Promise.withResolvers<void>()
  const { render } = await open('/admin?tab=users', async () => {
    await figures.promise
    return answer(200, overview)
  })
  await render()
  const clear = await screen.findByRole<HTMLButtonElement>('button', { name: 'CLEAR ALL USERS' })
  await screen.findByText('Asha')
  expect(clear.disabled).toBe(true)
  figures.resolve()
  await waitFor(() => expect(clear.disabled).toBe(false))
})

test('Refresh reads the figures too, which the tabs show', async () => {
  let customers = 1
  const { render } = await open('/admin?tab=users', () =>
    answer(200, { ...overview, users: { ...counts, CUSTOMER: customers } }),
  )
  await render()
  await waitFor(() => expect(tabs().getByRole('button', { name: /^Users/ }).textContent).toBe('Users2'))
  customers = 4
  fireEvent.click(await screen.findByRole('button', { name: 'Refresh' }))
  await waitFor(() => expect(tabs().getByRole('button', { name: /^Users/ }).textContent).toBe('Users5'))
})

test('the figures are read again when the service has decided about a message', async () => {
  const ticket: TicketRow = {
    ...{ _id: ticketId(aUlid(1)), type: 'ticket', version: 2, number: 'SUP1763700000000ABC', state: 'open', at: AT },
    ...{ name: 'Asha', category: 'delivery', subject: 'Late', message: 'Where are they?', answers: [] },
  }
  const closing: IntentOf<'settle-item'> = {
    ...{ _id: intentId(aUlid(3)), type: 'intent', kind: 'settle-item', device: 'elsewhere', n: 1, madeAt: AT },
    payload: { item: ticket._id, version: 2, outcome: 'closed' },
  }
  let customers = 1
  const { render, device } = await open('/admin?tab=tickets', () =>
    answer(200, { ...overview, users: { ...counts, CUSTOMER: customers } }),
  )
  await render({ documents: [closing], adminRows: [ticket] })
  await screen.findByText('Saved on this phone: the message will be closed')
  await waitFor(() => expect(tabs().getByRole('button', { name: /^Users/ }).textContent).toBe('Users2'))
  customers = 4
  await device.databases.mailbox().db.put(aReceipt(aUlid(3)))
  await waitFor(() => expect(tabs().getByRole('button', { name: /^Users/ }).textContent).toBe('Users5'))
})

test('the overview counts conversations that wait together with the messages', async () => {
  const ticket: TicketRow = {
    ...{ _id: ticketId(aUlid(1)), type: 'ticket', version: 2, number: 'SUP1763700000000ABC', state: 'open', at: AT },
    ...{ name: 'Asha', category: 'delivery', subject: 'Late', message: 'Where are they?', answers: [] },
  }
  const conversation: SupportRow = {
    ...{ _id: supportRowId('c1'), type: 'support', version: 1, name: 'Kavya', role: 'CUSTOMER', lastSeq: 1, at: AT },
    messages: [{ seq: 1, mogra: false, text: 'Hello', at: AT }],
  }
  const days = Array.from({ length: 30 }, (_, n) => ({
    ...{ day: `2026-11-${String(n + 1).padStart(2, '0')}`, orders: n, revenueRupees: 100 * n },
  }))
  const { render } = await open('/admin', () => answer(200, { ...overview, days, tickets: 1 }))
  await render({ adminRows: [ticket, conversation] })
  const row = await screen.findByRole('link', { name: '2 messages wait for an answer' })
  expect(row.getAttribute('href')).toBe('#/admin?tab=tickets')
})

test('figures of an earlier visit say why they are old: the network, or the service', async () => {
  const { render, device } = await open('/admin?tab=orders', () => answer(500, { error: 'service_failed' }))
  writeDraft(device.environment.values, 'desk-overview', overview)
  await render()
  await screen.findByText('Something went wrong. Please try again.')
  screen.getByText('Read at 21 Nov, 3:30 pm.')
  expect(screen.queryByText(/No network/)).toBeNull()
})

test('without a network the figures of an earlier visit are shown with their time', async () => {
  const { render, device } = await open('/admin?tab=orders', () => {
    throw new TypeError('no network')
  })
  writeDraft(device.environment.values, 'desk-overview', overview)
  await render()
  await screen.findByText('No network: these are the figures of 21 Nov, 3:30 pm.')
})
