// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, expect, test } from 'vitest'
import { type ClosedRow, type DeliveryItemRow, type IntentOf, intentId } from '#model'
import '../../../i18n/desk-texts.ts'
import { startLanguage } from '../../../i18n/start.ts'
import { aReceipt, aUlid } from '../../../testing/documents.ts'
import { renderWithLocalData } from '../../../testing/render-with-local-data.tsx'
import { DeskItems } from './desk-items.tsx'

beforeAll(startLanguage)

const AT = '2026-11-21T10:00:00.000Z'
const account = { id: 'a1', email: 'anita@mogra.example', name: 'Anita', role: 'ADMIN' as const }
const order = { order: `order:${aUlid(1)}`, number: 'FLR1763700000000ABC', at: AT, totalRupees: 899 }
const refund: DeliveryItemRow = {
  ...{ _id: `item:${aUlid(1)}:refund`, type: 'item', version: 5, what: 'refund', ...order },
  ...{ paymentMethod: 'upi', failedBy: 'nobody' },
}
const story: DeliveryItemRow = {
  ...{ _id: `item:${aUlid(1)}:story-imran`, type: 'item', version: 7, what: 'story', ...order },
  ...{ earningRupees: 85, holds: true, partner: { id: 'imran', name: 'Imran Khan' } },
  rounds: [
    { partner: 'imran', name: 'Imran Khan', awardedAt: AT, ended: 'taken_back', endedAt: AT },
    { partner: 'imran', name: 'Imran Khan', awardedAt: AT, ended: 'released', endedAt: AT, reason: 'vehicle' },
    { partner: 'rakesh', name: 'Rakesh Meena', awardedAt: AT },
  ],
  steps: [
    { partner: 'rakesh', step: 'delivered', at: AT, receivedAt: AT, handedTo: 'guard', note: 'Left with the guard' },
    { partner: 'imran', step: 'delivered', at: AT, receivedAt: '2026-11-21T10:39:00.000Z', handedTo: 'recipient' },
  ],
}

async function show(rows: readonly object[], documents: readonly object[] = []) {
  const screenOf = (
    <MemoryRouter>
      <DeskItems online={false} onSettled={async () => {}} />
    </MemoryRouter>
  )
  const { device } = await renderWithLocalData(screenOf, { account, documents, adminRows: rows })
  return {
    device,
    asked: async () =>
      (await device.databases.mailbox().allOf('intent')).map(({ kind, payload }) => ({ kind, payload })),
  }
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name, hidden: true }))

test('an admin without a network says that the money went back, and sees that this is kept', async () => {
  const { asked } = await show([refund])
  await screen.findByText('₹899 to give back')
  screen.getByText('₹899 were paid by UPI')
  screen.getByText('No partner took it in time')
  press('₹899 went back')
  await screen.findByText('Saved on this phone: it will be settled')
  expect(await asked()).toEqual([
    { kind: 'settle-item', payload: { item: refund._id, version: 5, outcome: 'refunded' } },
  ])
  expect(screen.queryByRole('button', { name: '₹899 went back', hidden: true })).toBeNull()
})

test('an admin reads two stories side by side, and the button says who is paid how much', async () => {
  const { asked } = await show([story])
  await screen.findByText('Imran Khan says it was delivered')
  screen.getByText(/Reached Mogra only at/)
  screen.getByText('Left with the guard')
  screen.getByText('Rakesh Meena')
  screen.getByText(/^Taken back · /)
  screen.getByText(/^Given back by the partner · Trouble with the vehicle · /)
  fireEvent.click(screen.getByLabelText(/Close, no money moves/))
  fireEvent.change(screen.getByLabelText(/Note for other admins/), { target: { value: 'Called both.' } })
  fireEvent.click(screen.getByLabelText(/Pay ₹85 to Imran Khan/))
  press('Pay ₹85 to Imran Khan')
  await screen.findByText('Saved on this phone: it will be settled')
  expect(await asked()).toEqual([
    { kind: 'settle-item', payload: { item: story._id, version: 7, outcome: 'pay', note: 'Called both.' } },
  ])
})

test('an admin cannot pay or refuse an earning that no story holds', async () => {
  const { holds: _, ...earned } = story
  await show([{ ...earned, isAddressChanged: true }])
  await screen.findByText('Imran Khan delivered to an address that had been changed')
  expect(screen.queryByLabelText(/Pay ₹85/)).toBeNull()
  screen.getByText('The partner is paid as for every delivery, and nothing goes back.')
  screen.getByLabelText(/₹899 went back/)
  screen.getByRole('button', { name: 'Close, no money moves', hidden: true })
})

test('an admin who was second reads why, and the item can be settled again where it is still open', async () => {
  const mine: IntentOf<'settle-item'> = {
    ...{ _id: intentId(aUlid(2)), type: 'intent', kind: 'settle-item', device: 'elsewhere', n: 1, madeAt: AT },
    payload: { item: story._id, version: 6, outcome: 'closed' },
  }
  await show([story], [mine, aReceipt(aUlid(2), { outcome: 'refused', reason: 'already_settled' })])
  await screen.findByText('Another admin has settled this already')
  screen.getByRole('button', { name: 'Pay ₹85 to Imran Khan', hidden: true })
})

test('an item that another admin settles leaves the list', async () => {
  const { device } = await show([refund])
  await screen.findByText('₹899 to give back')
  const db = device.databases.feed('admin')?.db
  const stored = await db?.get(refund._id)
  const closed: ClosedRow = { _id: refund._id, type: 'item', version: 6, closedAt: AT }
  await db?.put({ ...closed, _rev: stored?._rev })
  await screen.findByText('No delivery needs a decision')
  screen.getByText('Money that goes back, and reports that do not fit, appear here.')
  await waitFor(() => expect(screen.queryByText('₹899 to give back')).toBeNull())
})
