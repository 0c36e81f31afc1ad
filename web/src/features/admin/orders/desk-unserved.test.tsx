// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, expect, test } from 'vitest'
import type { UnservedRow } from '#model'
import '../../../i18n/desk-texts.ts'
import { startLanguage } from '../../../i18n/start.ts'
import { aUlid } from '../../../testing/documents.ts'
import { renderWithLocalData } from '../../../testing/render-with-local-data.tsx'
import { DeskUnserved } from './desk-unserved.tsx'

beforeAll(startLanguage)

const account = { id: 'a1', email: 'anita@mogra.example', name: 'Anita', role: 'ADMIN' as const }
const row: UnservedRow = {
  ...{
    _id: `unserved:${aUlid(1)}`,
    type: 'unserved',
    version: 1,
    number: 'BLK1763700000000ABC',
    buyerName: 'Asha Rao',
  },
  ...{ phone: '+919829011420', email: 'asha@example.com', city: 'kota', deliveryAddress: '14, Bapu Nagar' },
  ...{ flowerTypes: ['Roses', 'Orchids'], quantity: 1500, quantityUnit: 'stems', deliveryDate: '2026-12-05' },
  ...{ additionalNotes: 'For a wedding', postedAt: '2026-11-21T10:00:00.000Z' },
}

async function show(rows: readonly object[]) {
  const { device } = await renderWithLocalData(
    <MemoryRouter>
      <DeskUnserved online={false} />
    </MemoryRouter>,
    { account, adminRows: rows },
  )
  return async () => (await device.databases.mailbox().allOf('intent')).map(({ kind, payload }) => ({ kind, payload }))
}

test('an admin reads what a buyer of a city without a supplier wants and how to reach them, and says without a network that it is answered', async () => {
  const asked = await show([row])
  await screen.findByText('Kota · 1,500 stems')
  for (const said of ['Asha Rao', 'Roses, Orchids', 'For 5 December 2026', '14, Bapu Nagar', 'For a wedding'])
    screen.getByText(said)
  expect(screen.getByText('asha@example.com').getAttribute('href')).toBe('mailto:asha@example.com')
  fireEvent.click(screen.getByRole('button', { name: 'I have answered', hidden: true }))
  await screen.findByText('Saved on this phone: it will be settled')
  expect(await asked()).toEqual([{ kind: 'settle-item', payload: { item: row._id, version: 1, outcome: 'closed' } }])
  expect(screen.queryByRole('button', { name: 'I have answered', hidden: true })).toBeNull()
})

test('a request that an admin has answered leaves the list', async () => {
  await show([{ ...row, version: 2, closedAt: '2026-11-21T11:00:00.000Z' }])
  await screen.findByText('No bulk request waits for an answer')
})
