// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { beforeAll, expect, test } from 'vitest'
import { cart } from '../../../data/orders/cart.ts'
import { startLanguage } from '../../../i18n/start.ts'
import { aFlower } from '../../../testing/documents.ts'
import { renderWithLocalData } from '../../../testing/render-with-local-data.tsx'
import { ToastRegion } from '../../../ui/overlays/toasts.tsx'
import { ReorderButton } from './reorder-button.tsx'

beforeAll(startLanguage)

const line = (flower: string, en: string, message?: string) => ({
  ...{ flower, quantity: 2, message, name: { en, hi: en }, image: flower, priceRupees: 899 },
})

async function reorder(...lines: ReturnType<typeof line>[]) {
  return (await tapped(1, lines)).databases.mailbox()
}

async function tapped(times: number, lines: ReturnType<typeof line>[]) {
  const shown = await renderWithLocalData(
    <MemoryRouter>
      <ToastRegion />
      <Routes>
        <Route path="/" element={<ReorderButton lines={lines} />} />
        <Route path="/cart" element={<p>the cart</p>} />
      </Routes>
    </MemoryRouter>,
    { catalogue: [aFlower({ _id: 'flower:red-roses' }), aFlower({ _id: 'flower:gerberas', inStock: false })] },
  )
  const button = await screen.findByRole('button', { name: 'Order again' })
  for (let n = 0; n < times; n += 1) fireEvent.click(button)
  return shown.device
}

test('the flowers of an order that are available go into the cart, and the others are named', async () => {
  const mailbox = await reorder(
    line('red-roses', 'Red Roses', 'With love'),
    line('gerberas', 'Gerberas'),
    line('gone', 'Asters'),
  )
  await screen.findByText('In your cart. Not available now: Gerberas, Asters')
  await screen.findByText('the cart')
  expect(await mailbox.leavesOf('cart')).toMatchObject([{ flower: 'red-roses', added: 2, message: 'With love' }])
})

test('a second tap before the cart is shown adds nothing', async () => {
  const { databases } = await tapped(2, [line('red-roses', 'Red Roses')])
  await screen.findByText('the cart')
  // This change runs after all earlier ones of the cart.
  await cart.add('tulips', 1)
  const added = (await databases.mailbox().leavesOf('cart')).map(({ flower, added }) => [flower, added])
  expect(added).toEqual([
    ['red-roses', 2],
    ['tulips', 1],
  ])
})

test('an order whose flowers are all unavailable changes no cart', async () => {
  const mailbox = await reorder(line('gerberas', 'Gerberas'))
  await screen.findByText('None of these flowers is available now')
  expect(await mailbox.leavesOf('cart')).toEqual([])
})
