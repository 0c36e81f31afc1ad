// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, expect, test } from 'vitest'
import { sendApplication } from '../../../data/applications/send-application.ts'
import { startLanguage } from '../../../i18n/start.ts'
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
