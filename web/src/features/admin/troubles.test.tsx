// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import '../../i18n/desk-texts.ts'
import { startLanguage } from '../../i18n/start.ts'
import { answer, deviceWithAnswers } from '../../testing/fake-service.ts'
import { renderWithLocalData } from '../../testing/render-with-local-data.tsx'
import { ToastRegion } from '../../ui/overlays/toasts.tsx'
import { Troubles } from './troubles.tsx'

beforeAll(startLanguage)

const since = '2026-11-21T10:00:00.000Z'
const mail = { id: 'mail:1', what: 'mail', kind: 'login-code', since, error: 'mailbox full' }
const request = { id: 'intent:2', what: 'intent', since }

test('an admin has something tried again, and the focus goes to the next one', async () => {
  let left = [mail, request]
  const { device, asked } = deviceWithAnswers({
    'GET /api/admin/troubles': () => answer(200, { troubles: left }),
    'POST /api/admin/retry': () => {
      left = [request]
      return answer(204)
    },
  })
  const onRetried = vi.fn(async () => {})
  await renderWithLocalData(
    <>
      <Troubles online onRetried={onRetried} />
      <ToastRegion />
    </>,
    { device },
  )
  await screen.findByText('A mail could not be sent')
  const [first] = screen.getAllByRole('button', { name: 'Retry' })
  first?.focus()
  fireEvent.click(first as HTMLElement)
  await waitFor(() => expect(screen.queryByText('A mail could not be sent')).toBeNull())
  expect(asked.filter(({ what }) => what === 'POST /api/admin/retry').map(({ body }) => body)).toEqual([
    { id: mail.id },
  ])
  await screen.findByText('It is being tried again')
  expect(onRetried).toHaveBeenCalledOnce()
  screen.getByText('A request could not be decided')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Retry' }))
})

test('what was settled meanwhile says so, and is read again', async () => {
  let left = [request]
  const { device } = deviceWithAnswers({
    'GET /api/admin/troubles': () => answer(200, { troubles: left }),
    'POST /api/admin/retry': () => {
      left = []
      return answer(404, { error: 'trouble_over' })
    },
  })
  await renderWithLocalData(
    <>
      <Troubles online onRetried={async () => {}} />
      <ToastRegion />
    </>,
    { device },
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Retry' }))
  await screen.findByText('This has been settled already')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull())
})
