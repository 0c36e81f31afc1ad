// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, expect, test, vi } from 'vitest'
import type { DeskPayout } from '../../../data/admin/payouts.ts'
import '../../../i18n/desk-texts.ts'
import '../../../i18n/screens-english.ts'
import { startLanguage } from '../../../i18n/start.ts'
import { aUlid } from '../../../testing/documents.ts'
import { fakeDialogs } from '../../../testing/fake-dialogs.ts'
import { renderWithLocalData } from '../../../testing/render-with-local-data.tsx'
import { testDevice } from '../../../testing/test-device.ts'
import { ToastRegion } from '../../../ui/overlays/toasts.tsx'
import { DeskPayouts } from './desk-payouts.tsx'

fakeDialogs()
beforeAll(startLanguage)

const AT = '2026-11-27T03:40:00.000Z'
const account = { id: 'a1', email: 'anita@mogra.example', name: 'Anita', role: 'ADMIN' as const }
const payout = (n: number, changes: Partial<DeskPayout> = {}): DeskPayout => ({
  ...{ id: `payout:p${n}:1`, version: 2, n: 1, state: 'to_pay', rupees: 1_950, earnings: 31, at: AT, changedAt: AT },
  ...{ name: `Partner ${n}`, city: 'jaipur', bankAccountEnds: '7745' },
  ...changes,
})

/** A service with these payouts; `refusals` are given once each to acts, before they are done. */
async function show(listed: DeskPayout[], refusals: string[] = []) {
  const asked: { path: string; body: Record<string, unknown> }[] = []
  const json = (body: object, status = 200) =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
  const fetch = async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const { pathname } = new URL(String(url))
    if (init?.method === 'GET' && pathname === '/api/admin/payouts') return json({ at: AT, payouts: listed })
    if (init?.method !== 'POST') throw new TypeError('no network')
    const body = init.body === undefined ? {} : JSON.parse(String(init.body))
    asked.push({ path: pathname, body })
    const error = pathname.startsWith('/api/admin') ? refusals.shift() : undefined
    if (error) return json({ error }, 403)
    if (pathname.endsWith('/export')) return new Response('Name\r\n', { headers: { 'content-type': 'text/csv' } })
    return json({ ...listed[0], state: 'paid' })
  }
  const device = testDevice({ fetch })
  await renderWithLocalData(
    <MemoryRouter>
      <DeskPayouts online />
      <ToastRegion />
    </MemoryRouter>,
    { account, adminRows: [], device },
  )
  return { asked }
}

test('an admin sees what is to be paid, and who has given no bank account yet', async () => {
  const { bankAccountEnds: _, ...without } = payout(2, { rupees: 640 })
  await show([payout(1), without])
  await screen.findByText('2 to pay, ₹2,590')
  screen.getByText('Account ··7745')
  screen.getByText('Waits until the partner gives a bank account')
  screen.getByRole('button', { name: 'Bank file, CSV (1)' })
})

test('the bank’s file is saved, and after a failure the next press asks for the same file', async () => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL() {} }))
  const { asked } = await show([payout(1), payout(2, { state: 'exported', batch: aUlid(7) })], ['nothing_to_export'])
  fireEvent.click(await screen.findByRole('button', { name: 'Bank file, CSV (1)' }))
  await screen.findByText(/No payout can be paid now/)
  fireEvent.click(await screen.findByRole('button', { name: 'Bank file, CSV (1)' }))
  await waitFor(() => expect(asked).toHaveLength(2))
  expect(asked[1]).toEqual(asked[0])
  fireEvent.click(await screen.findByRole('button', { name: /Save the file of .* again/ }))
  await waitFor(() => expect(asked[2]?.body).toEqual({ batch: aUlid(7), again: true }))
})

test('a payout is paid only with the bank’s reference, and a fresh code is asked for where it is needed', async () => {
  const { asked } = await show([payout(1, { state: 'exported', batch: aUlid(7) })], ['fresh_code_needed'])
  fireEvent.click(await screen.findByRole('button', { name: 'Paid' }))
  await screen.findByText('Type the bank’s reference')
  expect(asked).toEqual([])
  fireEvent.change(screen.getByLabelText('Bank reference for Partner 1'), { target: { value: '432911802290' } })
  fireEvent.click(screen.getByRole('button', { name: 'Paid' }))
  await screen.findByText('Enter the code')
  expect(asked[0]).toEqual({
    path: `/api/admin/payouts/${encodeURIComponent('payout:p1:1')}/paid`,
    body: { version: 2, reference: '432911802290' },
  })
})

test('a payout that failed says why, and that its money is available again', async () => {
  const { asked } = await show([
    payout(1, { state: 'exported', batch: aUlid(7) }),
    payout(2, { state: 'failed', reason: 'IFSC is wrong' }),
  ])
  fireEvent.click(await screen.findByRole('button', { name: 'Failed' }))
  const [, dialogVerb] = await screen.findAllByRole('button', { name: 'Failed' })
  if (!dialogVerb) throw new Error('the dialog has no button')
  fireEvent.click(dialogVerb)
  await screen.findByText('Write a reason, for example: the IFSC is wrong.')
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Account closed' } })
  fireEvent.click(dialogVerb)
  await waitFor(() => expect(asked.at(-1)?.body).toEqual({ version: 2, reason: 'Account closed' }))
  fireEvent.click(screen.getByLabelText('Failed'))
  await screen.findByText('The bank could not pay: IFSC is wrong')
  screen.getByText('It is available to the partner again.')
})
