// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { cart, cartOf } from '../../data/cart.ts'
import { replaceHere } from '../../data/page/here.ts'
import { startLanguage } from '../../i18n/start.ts'
import { openLocalData, renderWithLocalData } from '../../testing/render-with-local-data.tsx'
import type { TestDevice } from '../../testing/test-device.ts'
import { ToastRegion } from '../../ui/feedback/toasts.tsx'
import { CartScreen } from './cart.tsx'

let device: TestDevice | undefined
beforeAll(startLanguage)
afterEach(async () => {
  cleanup()
  await device?.close()
  device = undefined
  replaceHere(undefined)
})

async function openCart(...flowers: string[]) {
  const here = await openLocalData()
  device = here
  for (const flower of flowers) await cart.add(flower, 1)
  await renderWithLocalData(
    <MemoryRouter>
      <CartScreen />
      <ToastRegion />
    </MemoryRouter>,
    { device: here, catalogue: [] },
  )
  await screen.findByRole('heading', { level: 1 })
  return here
}

function press(name: string) {
  const button = screen.getByRole('button', { name })
  button.focus()
  fireEvent.click(button)
}

const hasFocus = (name: string) => waitFor(() => expect(document.activeElement?.textContent).toBe(name))

test('the focus of a removed line goes to the next one, and at last to the heading', async () => {
  await openCart('red-roses', 'tulips')
  press('Remove Red Roses Bouquet')
  await hasFocus('Pink Tulips')
  press('Remove: Pink Tulips')
  await hasFocus('Your cart is empty')
})

test('the message opens ready to be written, and saving it leaves the focus where it can be changed', async () => {
  await openCart('tulips')
  press('Add a message to Pink Tulips')
  const field = screen.getByLabelText('Message on the card')
  expect(document.activeElement).toBe(field)
  fireEvent.change(field, { target: { value: 'For Sunita' } })
  press('Save the message')
  await hasFocus('Change the message')
})

test('what is being typed survives that another page changes the message', async () => {
  const here = await openCart('tulips')
  press('Add a message to Pink Tulips')
  const field = screen.getByLabelText<HTMLTextAreaElement>('Message on the card')
  fireEvent.change(field, { target: { value: 'For Sun' } })
  await cartOf(() => here).setMessage('tulips', 'From elsewhere')
  await cartOf(() => here).setQuantity('tulips', 4)
  await screen.findByText('4')
  expect(field.isConnected).toBe(true)
  expect(field.value).toBe('For Sun')
})

test('a change that this phone cannot store is said, and changes nothing', async () => {
  const here = await openCart('tulips')
  vi.spyOn(here.databases.mailbox().db, 'bulkDocs').mockRejectedValue(new Error('quota exceeded'))
  vi.spyOn(here.databases.mailbox().db, 'put').mockRejectedValue(new Error('quota exceeded'))
  press('Clear Cart')
  await screen.findByText('That could not be saved on this phone. Please try again.')
  screen.getByRole('heading', { name: 'Pink Tulips' })
})
