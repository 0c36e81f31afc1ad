// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { dayOf, lastDeliveryDay } from '#model'
import { startLanguage } from '../../i18n/start.ts'
import { logInInAnotherTab, logOutInAnotherTab } from '../../testing/another-tab.ts'
import { renderWithLocalData } from '../../testing/render-with-local-data.tsx'
import type { TestDevice } from '../../testing/test-device.ts'
import { ToastRegion } from '../../ui/overlays/toasts.tsx'
import { ProductScreen } from './product.tsx'

let device: TestDevice | undefined
beforeAll(startLanguage)

const tulips = (
  <MemoryRouter initialEntries={['/product/tulips']}>
    <Routes>
      <Route path="/product/:id" element={<ProductScreen />} />
    </Routes>
    <ToastRegion />
  </MemoryRouter>
)
beforeEach(async () => {
  ;({ device } = await renderWithLocalData(tulips))
  await screen.findByRole('heading', { level: 1 })
})
afterEach(() => void vi.unstubAllGlobals())

test('a past day can be typed, counts as today, and becomes today when the field is left', () => {
  const day = screen.getByLabelText<HTMLInputElement>('Delivery date')
  fireEvent.change(day, { target: { value: '0002-11-22' } })
  expect(day.value).toBe('0002-11-22')
  expect(screen.getByLabelText<HTMLSelectElement>('Delivery time').value).toBe('any')
  fireEvent.blur(day)
  expect(day.value).toBe(dayOf(new Date()))
  screen.getByText('That day has gone by. Today is chosen instead.')
})

test('a tap on Buy Now after a past day was typed still shows that the day was replaced', async () => {
  const day = screen.getByLabelText<HTMLInputElement>('Delivery date')
  fireEvent.change(day, { target: { value: '2020-11-22' } })
  fireEvent.blur(day)
  fireEvent.click(screen.getByRole('button', { name: 'Buy Now' }))
  expect(screen.queryByLabelText('Delivery date')).toBeNull()
  await screen.findByText('That day has gone by. Today is chosen instead.')
})

test('a day beyond the last possible one is reported, and becomes that one', () => {
  const day = screen.getByLabelText<HTMLInputElement>('Delivery date')
  fireEvent.change(day, { target: { value: '9999-12-31' } })
  screen.getByText(/up to 60 days ahead/)
  fireEvent.blur(day)
  expect(day.value).toBe(lastDeliveryDay(new Date()))
  screen.getByText(/^That day is too far ahead/)
})

test('the card is previewed while its message is written, and shows how much still fits', () => {
  fireEvent.change(screen.getByLabelText(/Message/), { target: { value: ' For Asha ' } })
  const card = screen.getAllByText('For Asha').find((element) => element.closest('figure'))
  expect(card?.closest('figure')?.textContent).toBe('Your cardFor Asha')
  screen.getByText('490 characters left')
})

test('letters are counted as people see them', () => {
  fireEvent.change(screen.getByLabelText(/Message/), { target: { value: 'क्षि'.repeat(10) } })
  screen.getByText('490 characters left')
})

test('the message that was typed is still there after a reload', async () => {
  fireEvent.change(screen.getByLabelText(/Message/), { target: { value: 'For Sunita' } })
  cleanup()
  render(tulips)
  expect((await screen.findByLabelText<HTMLTextAreaElement>(/Message/)).value).toBe('For Sunita')
})

test('a message is not shown to the next person, and is there again for the one who logged out in another tab', async () => {
  if (!device) throw new Error('There is no device.')
  const here = device
  const account = { id: 'a1', email: 'asha@device.example', name: 'Asha', role: 'CUSTOMER' as const }
  const field = () => screen.findByLabelText<HTMLTextAreaElement>(/Message/)
  act(() => logInInAnotherTab(here, account))
  fireEvent.change(await field(), { target: { value: 'For Sunita' } })
  act(() => logOutInAnotherTab(here))
  expect((await field()).value).toBe('')
  act(() => logInInAnotherTab(here, account))
  expect((await field()).value).toBe('For Sunita')
  act(() => logOutInAnotherTab(here))
  act(() => logInInAnotherTab(here, { ...account, id: 'a2' }))
  expect((await field()).value).toBe('')
})

test('a partner is told at the flower that only customers can order', () => {
  const pointer = device?.sessionState
  const account = { id: 'p1', email: 'ravi@device.example', name: 'Ravi', role: 'PARTNER' as const }
  expect(screen.getByRole('button', { name: 'Buy Now' })).toHaveProperty('disabled', false)
  act(() => pointer?.set({ ...pointer.get(), signedIn: { account, mailbox: { name: 'mailbox-test', generation: 1 } } }))
  screen.getByText('Only customers can order')
  // A person who changes the account comes back to the flower.
  expect(screen.getByRole('link', { name: 'Use another account' }).getAttribute('href')).toBe(
    '#/login?next=%2Fproduct%2Ftulips',
  )
  expect(screen.getByRole('button', { name: 'Buy Now' })).toHaveProperty('disabled', true)
})

test('a link that cannot be shared shows an error, a share sheet that was closed does not', async () => {
  const share = vi.fn().mockRejectedValueOnce(new DOMException('closed', 'AbortError'))
  vi.stubGlobal('navigator', { share })
  const button = screen.getByRole('button', { name: 'Share' })
  fireEvent.click(button)
  await expect.poll(() => share).toHaveBeenCalledOnce()
  expect(screen.queryByText(/could not be shared/)).toBeNull()
  share.mockRejectedValueOnce(new DOMException('not here', 'NotAllowedError'))
  fireEvent.click(button)
  await screen.findByText(/could not be shared/)
})
