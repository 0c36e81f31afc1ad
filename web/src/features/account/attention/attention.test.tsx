// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, expect, test } from 'vitest'
import { startLanguage } from '../../../i18n/start.ts'
import { anIntent, anOrder, aReceipt, aUlid } from '../../../testing/documents.ts'
import { renderWithLocalData } from '../../../testing/render-with-local-data.tsx'
import { AttentionScreen } from './attention.tsx'

beforeAll(startLanguage)

const account = { id: 'a1', email: 'asha@device.example', name: 'Asha', role: 'CUSTOMER' as const }

test('what was refused says of which order it was: by its number, or by its flowers where it has none', async () => {
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

test('a refused order that was placed again, from whichever phone, needs nobody any more', async () => {
  const refused = { outcome: 'refused', reason: 'price_changed' } as const
  await renderWithLocalData(
    <MemoryRouter>
      <AttentionScreen />
    </MemoryRouter>,
    {
      account,
      documents: [anIntent(aUlid(0)), aReceipt(aUlid(0), refused), anIntent(aUlid(1)), aReceipt(aUlid(1), refused)],
    },
  )
  const link = await screen.findByRole('link', { name: 'Show the order' })
  expect(link.getAttribute('href')).toBe(`#/order-tracking/${aUlid(1)}`)
})
