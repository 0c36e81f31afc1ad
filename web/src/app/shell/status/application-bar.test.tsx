// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, expect, test } from 'vitest'
import { sendApplication } from '../../../data/applications/send-application.ts'
import { startLanguage } from '../../../i18n/start.ts'
import { fakeDialogs } from '../../../testing/fake-dialogs.ts'
import { openLocalData } from '../../../testing/render-with-local-data.tsx'
import { ApplicationBar } from './application-bar.tsx'

beforeAll(startLanguage)

const show = () =>
  render(
    <MemoryRouter>
      <ApplicationBar />
    </MemoryRouter>,
  )

test('somebody whom Google has confirmed comes back to their own form when it was refused', async () => {
  await openLocalData()
  show()
  sendApplication({
    type: 'driver',
    name: 'Imran Khan',
    city: 'jaipur',
    phone: '+919829011420',
    emergencyContact: '+919829011421',
    vehicleType: 'bike',
    vehicleNumber: 'RJ14 AB 1234',
    languages: ['hindi'],
    serviceRadius: 10,
    licenseNumber: '1',
    aadharNumber: '2',
    panNumber: '3',
    language: 'en',
    isSocialRegistration: true,
  })
  // No document was chosen.
  const link = await screen.findByRole('link', { name: 'See why' })
  expect(link.getAttribute('href')).toBe('#/driver/register?step=documents&social=true')
})

test('the question whose application it was is a dialog outside of the status texts', async () => {
  fakeDialogs()
  const { sessionState } = await openLocalData()
  const account = { id: 'a1', email: 'asha@device.example', name: 'Asha', role: 'CUSTOMER' as const }
  const unconfirmedApplication = { application: 'x', type: 'driver' as const, at: '2026-11-25T10:00:00.000Z' }
  const mailbox = { name: 'mailbox-test', generation: 1 }
  sessionState.set({ ...sessionState.get(), signedIn: { account, mailbox, unconfirmedApplication } })
  show()
  const dialog = await screen.findByRole('dialog', { name: 'Did you apply?' })
  expect(dialog.closest('[role="status"]')).toBeNull()
})
