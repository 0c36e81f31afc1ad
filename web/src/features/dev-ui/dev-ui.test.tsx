// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { beforeAll, test } from 'vitest'
import { startLanguage } from '../../i18n/start.ts'
import { renderWithLocalData } from '../../testing/render-with-local-data.tsx'
import { testDevice } from '../../testing/test-device.ts'
import { DevUiScreen } from './dev-ui.tsx'

beforeAll(startLanguage)

const open = (environment: string) => {
  const health = { environment, server: { uptime: 1 }, mail: { configured: true } }
  return renderWithLocalData(
    <MemoryRouter initialEntries={['/dev/ui']}>
      <Routes>
        <Route path="/dev/ui" element={<DevUiScreen />} />
        <Route path="*" element={<h1>No such page</h1>} />
      </Routes>
    </MemoryRouter>,
    { device: testDevice({ fetch: async () => Response.json(health) }) },
  )
}

test('the page of components is there in a demo', async () => {
  await open('demo')
  await screen.findByRole('heading', { level: 1, name: 'Parts' })
})

test('the page of components does not exist in live mode', async () => {
  await open('live')
  await screen.findByRole('heading', { name: 'No such page' })
})
