// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, expect, test } from 'vitest'
import { AttentionScreen } from '../../../features/attention/attention.tsx'
import { startLanguage } from '../../../i18n/start.ts'
import { anIntent } from '../../../testing/documents.ts'
import { renderWithLocalData } from '../../../testing/render-with-local-data.tsx'
import { testDevice } from '../../../testing/test-device.ts'
import { OfflineBar } from './offline-bar.tsx'

beforeAll(startLanguage)

test('a full storage is shown on every screen, with what helps and a way to save unsent changes', async () => {
  const mine = testDevice()
  await renderWithLocalData(
    <MemoryRouter>
      <OfflineBar />
      <AttentionScreen />
    </MemoryRouter>,
    { device: mine, documents: [anIntent(undefined, { device: mine.sessionState.get().device })] },
  )
  await screen.findByText('1 order or change is only on this phone.')
  act(() => mine.storage.failed('full'))
  expect(screen.getByRole('link', { name: 'Have a look' }).getAttribute('href')).toBe('#/attention')
  screen.getByText(/Delete photos, videos or apps/)
  screen.getByRole('button', { name: 'Save as a file' })
  expect(screen.queryByText('Nothing needs your attention')).toBeNull()
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)

  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByText(/Delete photos/)).toBeNull())
})
