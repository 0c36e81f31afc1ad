// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { cart } from '../../data/orders/cart.ts'
import { startLanguage } from '../../i18n/start.ts'
import { aFlower } from '../../testing/documents.ts'
import { renderWithLocalData } from '../../testing/render-with-local-data.tsx'
import { ProductCard } from './product-card.tsx'

beforeAll(startLanguage)

test('the stepper takes the focus of the button that it replaces, and gives it back', async () => {
  await renderWithLocalData(<ProductCard flower={aFlower()} />)
  const press = async (name: RegExp) => {
    const button = await screen.findByRole('button', { name })
    button.focus()
    fireEvent.click(button)
  }
  const focused = (name: string) => waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(name))
  await press(/^Add to Cart/)
  await focused('One more: Red Roses Bouquet')
  await press(/^Remove/)
  await focused('Add to Cart: Red Roses Bouquet')
})

test('a flower that is out of stock still says how much is taken off', async () => {
  const priced = { originalPriceRupees: 1199, priceRupees: 899 }
  await renderWithLocalData(<ProductCard flower={{ ...aFlower(), ...priced, inStock: false }} />)
  await screen.findByText('25% off')
  expect(screen.getAllByText('Out of Stock').length).toBeGreaterThan(0)
})

test('a card that changes for other reasons does not move the focus', async () => {
  await renderWithLocalData(<ProductCard flower={aFlower()} />)
  await screen.findByRole('button', { name: /^Add to Cart/ })
  await cart.add('red-roses', 1)
  await screen.findByRole('button', { name: /^One more/ })
  expect(document.activeElement).toBe(document.body)
})
