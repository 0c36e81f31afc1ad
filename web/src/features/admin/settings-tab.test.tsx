// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import '../../i18n/desk-texts.ts'
import { startLanguage } from '../../i18n/start.ts'
import { fakeDialogs } from '../../testing/fake-dialogs.ts'
import { answer, deviceWithAnswers } from '../../testing/fake-service.ts'
import { renderWithLocalData } from '../../testing/render-with-local-data.tsx'
import { ToastRegion } from '../../ui/overlays/toasts.tsx'
import { SettingsTab } from './settings-tab.tsx'

fakeDialogs()
beforeAll(startLanguage)

const account = { id: 'a1', email: 'anita@mogra.example', name: 'Anita', role: 'ADMIN' as const }
const settings = { version: 1, emailNotifications: true, autoApproval: false, maintenance: false }

/** Shows settings that are saved when `saving` says so. */
async function show(saving: (body: unknown) => Response | Promise<Response>) {
  let stored = settings
  const { device, asked } = deviceWithAnswers({
    'GET /api/admin/settings': () => answer(200, stored),
    'POST /api/admin/settings': async (body) => {
      const result = await saving(body)
      if (result.ok) stored = { ...settings, ...(body as object), version: 2 }
      return result
    },
    'POST /api/login-codes': () => answer(202, { isMailLate: false }),
    'POST /api/sessions/proof': () => answer(204),
  })
  const tab = (
    <>
      <SettingsTab online />
      <ToastRegion />
    </>
  )
  await renderWithLocalData(tab, { device, account })
  const toggle = await screen.findByRole<HTMLInputElement>('switch', { name: /^Maintenance Mode/ })
  const sent = () => asked.filter(({ what }) => what === 'POST /api/admin/settings').map(({ body }) => body)
  return { toggle, sent }
}
const wanted = { ...settings, maintenance: true }

test('a switch keeps the focus while it is saved, and ignores presses meanwhile', async () => {
  const saving = Promise.withResolvers<Response>()
  const { toggle, sent } = await show(() => saving.promise)
  toggle.focus()
  fireEvent.click(toggle)
  await waitFor(() => expect(sent()).toEqual([wanted]))
  expect([toggle.checked, toggle.disabled]).toEqual([true, false])
  fireEvent.click(toggle)
  fireEvent.click(screen.getByRole('switch', { name: /^Auto-Approval/ }))
  expect(sent()).toHaveLength(1)
  expect(document.activeElement).toBe(toggle)
  await act(async () => saving.resolve(answer(200, { ...wanted, version: 2 })))
  await screen.findByText('Settings saved')
  await screen.findByText('Maintenance Mode is on: customers cannot order now.')
  expect(toggle.checked).toBe(true)
})

test('settings that need a fresh code are saved after it, and say nothing that is not true of them', async () => {
  let isProven = false
  const { toggle, sent } = await show(() =>
    isProven ? answer(200, { ...wanted, version: 2 }) : answer(403, { error: 'fresh_code_needed' }),
  )
  fireEvent.click(toggle)
  await screen.findByText('Before this is done, Mogra makes sure that it is you.')
  isProven = true
  fireEvent.change(screen.getByLabelText('Six-digit code'), { target: { value: '123456' } })
  fireEvent.click(screen.getByText('Confirm'))
  await screen.findByText('Settings saved')
  expect(sent()).toEqual([wanted, wanted])
})

test('a switch goes back if another admin has changed the settings', async () => {
  const { toggle } = await show(() => answer(409, { error: 'settings_changed' }))
  fireEvent.click(toggle)
  await screen.findByText('Another admin has changed the settings meanwhile. You see them now.')
  expect(toggle.checked).toBe(false)
})
