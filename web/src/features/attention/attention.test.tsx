// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, describe, expect, test } from 'vitest'
import { intentId, updateProfile } from '#model'
import { ask } from '../../data/ask.ts'
import { recordRejected } from '../../data/push-state/rejected-documents.ts'
import { startLanguage } from '../../i18n/start.ts'
import { anIntent, anOrder, aReceipt, aRequestBulk, aUlid } from '../../testing/documents.ts'
import { renderWithLocalData } from '../../testing/render-with-local-data.tsx'
import { AttentionScreen } from './attention.tsx'

beforeAll(startLanguage)

const account = { id: 'a1', email: 'asha@device.example', name: 'Asha', role: 'CUSTOMER' as const }

test('a refused intent is shown with its order: by number, or by the flowers if there is no number', async () => {
  const { number } = anOrder()
  const cancelling = { ...anIntent(aUlid(3)), kind: 'cancel-order', payload: { order: aUlid() } }
  await renderWithLocalData(
    <MemoryRouter>
      <AttentionScreen />
    </MemoryRouter>,
    {
      account,
      documents: [
        ...[anOrder(), cancelling, aReceipt(aUlid(3), { outcome: 'refused', reason: 'order_ended' })],
        ...[anIntent(aUlid(4)), aReceipt(aUlid(4), { outcome: 'refused', reason: 'price_changed' })],
      ],
    },
  )
  await screen.findByText(`Order ${number}`)
  await screen.findByText('1 × Red Roses Bouquet')
  expect(screen.getAllByRole('link', { name: 'Show the order' })).toHaveLength(2)
})

test('a refused intent is named by its kind, or by a general word if this app does not know the kind yet', async () => {
  const profile = { ...anIntent(aUlid(3)), kind: 'update-profile', payload: { name: 'Asha' } }
  const later = { ...anIntent(aUlid(4)), kind: 'a-later-intent', payload: {} }
  const refused = { outcome: 'refused', reason: 'role_changed' } as const
  await renderWithLocalData(
    <MemoryRouter>
      <AttentionScreen />
    </MemoryRouter>,
    { account, documents: [profile, later, aReceipt(aUlid(3), refused), aReceipt(aUlid(4), refused)] },
  )
  await screen.findByText('Your profile could not be changed')
  screen.getByText('A change was not accepted')
  expect(screen.getAllByText(/^Your account got another role/)).toHaveLength(2)
})

test('a refused bulk request says why, and leads to the requests', async () => {
  const asked = { ...anIntent(aUlid(3)), kind: 'request-bulk', payload: aRequestBulk() }
  const refused = { outcome: 'refused', reason: 'too_many_requests' } as const
  await renderWithLocalData(
    <MemoryRouter>
      <AttentionScreen />
    </MemoryRouter>,
    { documents: [asked, aReceipt(aUlid(3), refused)] },
  )
  await screen.findByText('A bulk request was not accepted')
  screen.getByText(/^There were too many bulk requests today\./)
  expect(screen.getByRole('link', { name: 'Show your bulk requests' }).getAttribute('href')).toBe('#/bulk-order')
})

test('a refused withdrawal from a bulk request that had ended needs no attention; a refused agreement does', async () => {
  const end = (n: number, payload: object) => ({ ...anIntent(aUlid(n)), kind: 'withdraw-bulk', payload })
  const refused = { outcome: 'refused', reason: 'request_closed' } as const
  await renderWithLocalData(
    <MemoryRouter>
      <AttentionScreen />
    </MemoryRouter>,
    {
      documents: [
        ...[end(3, { request: aUlid() }), aReceipt(aUlid(3), refused)],
        ...[end(4, { request: aUlid(), agreedWith: 's1' }), aReceipt(aUlid(4), refused)],
        ...[{ ...end(5, { request: aUlid() }), kind: 'withdraw-interest' }, aReceipt(aUlid(5), refused)],
      ],
    },
  )
  await screen.findByText('A bulk request could not be ended')
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
})

test('a refused cancellation of an order that another device has cancelled needs no attention', async () => {
  const cancelling = { ...anIntent(aUlid(3)), kind: 'cancel-order', payload: { order: aUlid() } }
  await renderWithLocalData(
    <MemoryRouter>
      <AttentionScreen />
    </MemoryRouter>,
    {
      account,
      documents: [
        { ...anOrder(), status: 'cancelled' },
        ...[cancelling, aReceipt(aUlid(3), { outcome: 'refused', reason: 'order_ended' })],
      ],
    },
  )
  await screen.findByText('Nothing needs your attention')
})

test('the screen does not say that all is well before everything has arrived', async () => {
  await renderWithLocalData(
    <MemoryRouter>
      <AttentionScreen />
    </MemoryRouter>,
    { account, isArriving: true },
  )
  await screen.findByText('Your orders and changes are still arriving')
  expect(screen.queryByText('Nothing needs your attention')).toBeNull()
})

test('a person whose session has ended reads how much waits for them, and where to log in', async () => {
  const { device } = await renderWithLocalData(
    <MemoryRouter>
      <AttentionScreen />
    </MemoryRouter>,
    { account },
  )
  await screen.findByText('Nothing needs your attention')
  await act(() => ask(updateProfile, { language: 'hi' }))
  act(() => device.sessionState.set({ ...device.sessionState.get(), signedOutByServer: true }))
  await screen.findByText('1 change waits until you log in')
  expect(screen.queryByText('Nothing needs your attention')).toBeNull()
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('#/login?next=%2Fattention')
})

describe('an order that was refused', () => {
  const refused = { outcome: 'refused', reason: 'price_changed', decidedAt: '2026-11-21T10:00:00.000Z' } as const
  const later = '2026-11-21T10:05:00.000Z'
  const show = (...documents: object[]) =>
    renderWithLocalData(
      <MemoryRouter>
        <AttentionScreen />
      </MemoryRouter>,
      { account, documents: [anIntent(aUlid(0)), aReceipt(aUlid(0), refused), ...documents] },
    )

  test.each([
    ['still pending', anIntent(aUlid(1), { madeAt: later })],
    ['confirmed, and placed as a visitor', anOrder(aUlid(1), { placedAt: later })],
  ])('needs no attention once it was placed again, from any phone: %s', async (_, again) => {
    await show(again)
    await screen.findByText('Nothing needs your attention')
  })

  test('by the gate, but accepted from the visitor before, needs no attention', async () => {
    const { device } = await renderWithLocalData(
      <MemoryRouter>
        <AttentionScreen />
      </MemoryRouter>,
      { account, documents: [anIntent(aUlid(0)), anOrder(aUlid(0))] },
    )
    const { db } = device.databases.mailbox()
    await recordRejected(db, await db.get(intentId(aUlid(0))), 'mailbox_full', refused.decidedAt)
    act(() => device.announce(['refused']))
    await screen.findByText('Nothing needs your attention')
  })

  test('by the gate, and placed again since, needs no attention either', async () => {
    const { device } = await renderWithLocalData(
      <MemoryRouter>
        <AttentionScreen />
      </MemoryRouter>,
      { account, documents: [anIntent(aUlid(0)), anIntent(aUlid(1), { madeAt: later })] },
    )
    const { db } = device.databases.mailbox()
    for (const n of [0, 1]) await recordRejected(db, await db.get(intentId(aUlid(n))), 'not_allowed', refused.decidedAt)
    act(() => device.announce(['refused']))
    const link = await screen.findByRole('link', { name: 'Show the order' })
    expect(link.getAttribute('href')).toBe(`#/order-tracking/${aUlid(1)}`)
  })

  test('needs attention if the same order was placed twice before the refusal', async () => {
    await show(anIntent(aUlid(1), { madeAt: '2026-11-21T09:59:00.000Z' }))
    await screen.findByRole('link', { name: 'Show the order' })
  })

  test('needs attention again if the next one is refused too', async () => {
    await show(anIntent(aUlid(1), { madeAt: later }), aReceipt(aUlid(1), refused))
    const link = await screen.findByRole('link', { name: 'Show the order' })
    expect(link.getAttribute('href')).toBe(`#/order-tracking/${aUlid(1)}`)
  })
})

test('a refused step of a delivery is said in its own words, with its number and the way to the dashboard', async () => {
  const step = { ...anIntent(aUlid(3)), kind: 'advance-delivery', payload: { order: aUlid(), step: 'delivered' } }
  const duty = { ...anIntent(aUlid(4)), kind: 'set-availability', payload: { online: true } }
  const accept = { ...anIntent(aUlid(5)), kind: 'accept-delivery', payload: { order: aUlid(9) } }
  const refused = (n: number, reason: string) => aReceipt(aUlid(n), { outcome: 'refused', reason })
  await renderWithLocalData(
    <MemoryRouter>
      <AttentionScreen />
    </MemoryRouter>,
    {
      account: { ...account, role: 'PARTNER' },
      documents: [
        ...[{ _id: `delivery:${aUlid()}`, type: 'delivery', number: 'FLR-7' }, step, refused(3, 'not_yours')],
        ...[duty, refused(4, 'too_late'), accept, refused(5, 'already_awarded')],
      ],
    },
  )
  await screen.findByText('Order FLR-7')
  screen.getByText(/^This delivery was never yours/)
  screen.getByText(/^This reached Mogra more than 15 minutes later/)
  const links = screen.getAllByRole('link', { name: 'Go to your dashboard' })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(Array(2).fill('#/driver/dashboard'))
  // A claim that lost is told on the dashboard, beside the next request.
  expect(screen.queryByText('A delivery could not be accepted')).toBeNull()
  expect(screen.queryByRole('link', { name: 'Show the order' })).toBeNull()
})
