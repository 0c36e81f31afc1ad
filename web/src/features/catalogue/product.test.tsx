// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { dayOf } from '#model'
import { replaceHere } from '../../data/page/here.ts'
import { startLanguage } from '../../i18n/start.ts'
import { renderWithLocalData } from '../../testing/render-with-local-data.tsx'
import type { TestDevice } from '../../testing/test-device.ts'
import { ToastRegion } from '../../ui/feedback/toasts.tsx'
import { ProductScreen } from './product.tsx'

let device: TestDevice | undefined
beforeAll(startLanguage)
beforeEach(async () => {
  ;({ device } = await renderWithLocalData(
    <MemoryRouter initialEntries={['/product/tulips']}>
      <Routes>
        <Route path="/product/:id" element={<ProductScreen />} />
      </Routes>
      <ToastRegion />
    </MemoryRouter>,
  ))
  await screen.findByRole('heading', { level: 1 })
})
afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  await device?.close()
  device = undefined
  replaceHere(undefined)
})

test('a day that has passed may be typed, counts as today, and becomes it when the field is left', () => {
  const day = screen.getByLabelText<HTMLInputElement>('Delivery date')
  fireEvent.change(day, { target: { value: '0002-11-22' } })
  expect(day.value).toBe('0002-11-22')
  expect(screen.getByLabelText<HTMLSelectElement>('Delivery time').value).toBe('any')
  fireEvent.blur(day)
  expect(day.value).toBe(dayOf(new Date()))
})

test('a link that cannot be shared is said, a share sheet that was closed is not', async () => {
  const share = vi.fn().mockRejectedValueOnce(new DOMException('closed', 'AbortError'))
  vi.stubGlobal('navigator', { share })
  const button = screen.getByRole('button', { name: 'Share' })
  fireEvent.click(button)
  await vi.waitFor(() => expect(share).toHaveBeenCalledOnce())
  expect(screen.queryByText(/could not be shared/)).toBeNull()
  share.mockRejectedValueOnce(new DOMException('not here', 'NotAllowedError'))
  fireEvent.click(button)
  await screen.findByText(/could not be shared/)
})
