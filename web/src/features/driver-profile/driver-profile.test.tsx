// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Account } from '#model'
import { chooseLanguage, startLanguage } from '../../i18n/start.ts'
import { anIntent, aReceipt, aUlid } from '../../testing/documents.ts'
import { fakeDialogs } from '../../testing/fake-dialogs.ts'
import { answer, deviceWithAnswers } from '../../testing/fake-service.ts'
import { type LocalData, renderWithLocalData } from '../../testing/render-with-local-data.tsx'
import type { TestDevice } from '../../testing/test-device.ts'
import { DriverProfileScreen } from './driver-profile.tsx'

let device: TestDevice | undefined
fakeDialogs()
beforeAll(startLanguage)

const summary = { id: 'p1', email: 'imran@device.example', name: 'Imran Khan', role: 'PARTNER' as const }
const fact: Account = {
  ...{ _id: 'account', type: 'account', version: 1, ...summary, createdAt: '2026-11-01T05:00:00.000Z' },
  ...{ phone: '+919829011420', emergencyContact: '+919829011421', city: 'jaipur' },
  ...{ vehicleType: 'bike', vehicleNumber: 'RJ14 AB 1234', serviceRadius: 10, languages: ['english', 'hindi'] },
  ...{ approvedAt: '2026-11-05T05:00:00.000Z', bankAccountEnds: '4567' },
}

const screenOfPartner = (
  <MemoryRouter>
    <DriverProfileScreen />
  </MemoryRouter>
)

async function open(data: LocalData = {}) {
  const rendered = await renderWithLocalData(screenOfPartner, { account: summary, documents: [fact], ...data })
  device = rendered.device
  await screen.findByRole('heading', { name: 'Your partner profile' })
}

const intents = async () => (await device?.databases.mailbox().allOf('intent')) ?? []
const value = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent
const edit = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Edit Profile' }))
  await screen.findByLabelText('Name')
}
const type = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))

test('a partner reads their person, vehicle, languages and the end of the bank account', async () => {
  await open()
  screen.getByText('Partner since 5 November 2026')
  expect(value('Phone')).toBe('+91 98290 11420')
  expect(value('Emergency contact')).toBe('+91 98290 11421')
  expect(value('City')).toBe('Jaipur')
  expect(value('Vehicle')).toBe('Motorcycle/Scooter')
  expect(value('Vehicle number')).toBe('RJ14 AB 1234')
  expect(value('Service radius')).toBe('10 km')
  expect(value('Languages you speak')).toBe('English, Hindi')
  screen.getByText('Account ending in 4567')
})

test('a partner without a network changes the profile: it shows at once, sends only what differs, and says how far it has got', async () => {
  await open()
  await edit()
  type('Vehicle number', 'RJ14 CD 5678')
  type('Service radius', '15')
  fireEvent.click(screen.getByLabelText('Bicycle'))
  fireEvent.click(screen.getByLabelText('Marathi'))
  save()
  await screen.findByText('Saved on this phone')
  expect(value('Vehicle number')).toBe('RJ14 CD 5678')
  expect(value('Service radius')).toBe('15 km')
  const [asked] = await intents()
  expect(asked).toMatchObject({ kind: 'update-profile' })
  expect(asked?.payload).toEqual({
    ...{ vehicleNumber: 'RJ14 CD 5678', serviceRadius: 15, vehicleType: 'bicycle' },
    languages: expect.arrayContaining(['hindi', 'english', 'marathi']),
  })
})

test('a partner who cancels sees the former values, and nothing is sent', async () => {
  await open()
  await edit()
  type('Vehicle number', 'RJ14 CD 5678')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(value('Vehicle number')).toBe('RJ14 AB 1234')
  await edit()
  save()
  await screen.findByRole('button', { name: 'Edit Profile' })
  expect(await intents()).toEqual([])
})

test('a typed value is still there after a reload, until it is cancelled', async () => {
  await open()
  await edit()
  type('Vehicle number', 'RJ14 CD')
  cleanup()
  render(screenOfPartner)
  expect((await screen.findByLabelText<HTMLInputElement>('Vehicle number')).value).toBe('RJ14 CD')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(value('Vehicle number')).toBe('RJ14 AB 1234')
})

test('a partner cannot empty a value, but may leave one empty that has not arrived on this phone', async () => {
  await open({ documents: [{ ...fact, vehicleNumber: undefined, emergencyContact: undefined }] })
  expect(value('Vehicle number')).toBe('Not given')
  await edit()
  type('Phone', '')
  save()
  await screen.findByText('Enter your phone number.')
  type('Phone', '98290 99999')
  save()
  await screen.findByText('Saved on this phone')
  expect((await intents())[0]?.payload).toEqual({ phone: '+919829099999' })
})

test('e-mail notices are on and auto accept is off until they are switched, and SMS cannot be switched', async () => {
  await open()
  const toggle = (name: RegExp) => screen.getByRole<HTMLInputElement>('switch', { name })
  expect(toggle(/^E-mail notifications/).checked).toBe(true)
  expect(toggle(/^Auto accept/).checked).toBe(false)
  expect(toggle(/^SMS notifications.*does not send SMS yet/)).toMatchObject({ checked: false, disabled: true })
  fireEvent.click(toggle(/^Auto accept/))
  const section = within(screen.getByRole('region', { name: 'Notifications and requests' }))
  await section.findByText('Saved on this phone')
  expect(toggle(/^Auto accept/).checked).toBe(true)
  fireEvent.click(toggle(/^E-mail notifications/))
  await expect.poll(() => toggle(/^E-mail notifications/).checked).toBe(false)
  expect((await intents()).map(({ payload }) => payload)).toEqual([{ autoAccept: true }, { emailNotices: false }])
})

test('a refused change says why, and the former value is back', async () => {
  const asked = { ...anIntent(aUlid(3)), kind: 'update-profile', payload: { serviceRadius: 25 } }
  const refused = aReceipt(aUlid(3), { outcome: 'refused', reason: 'role_changed' })
  await open({ documents: [fact, asked, refused] })
  await screen.findByText('The change was not accepted')
  expect(value('Service radius')).toBe('10 km')
})

test('a bank account is saved after a fresh code, and only its end is shown and nothing of it stored', async () => {
  let isProven = false
  const service = deviceWithAnswers({
    'PUT /api/account/bank': () => (isProven ? answer(204) : answer(403, { error: 'fresh_code_needed' })),
    'POST /api/login-codes': () => answer(204),
    'POST /api/sessions/proof': () => {
      isProven = true
      return answer(204)
    },
  })
  await open({ device: service.device, documents: [{ ...fact, bankAccountEnds: undefined }] })
  screen.getByText('Your earnings wait until you add a bank account.')
  fireEvent.click(screen.getByRole('button', { name: 'Add a bank account' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText(/^Enter the account number/)
  type('Account number', '5010 0123 4567 89')
  type('IFSC', 'HDFC0001234')
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Before this is done, Mogra makes sure that it is you.')
  type('Six-digit code', '123456')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Account ending in 6789')
  expect(service.asked.filter(({ what }) => what === 'PUT /api/account/bank').map(({ body }) => body)).toEqual(
    Array(2).fill({ bankAccount: '5010 0123 4567 89', ifscCode: 'HDFC0001234' }),
  )
  expect(await intents()).toEqual([])
  expect(JSON.stringify({ ...localStorage })).not.toContain('0123')

  // A later change, from another device, shows too.
  const { db } = (device as TestDevice).databases.mailbox()
  await db.put({ ...(await db.get('account')), version: 2, bankAccountEnds: '1111' })
  await screen.findByText('Account ending in 1111')
})

test('a partner reads beside the field what the service finds wrong', async () => {
  const service = deviceWithAnswers({
    'PUT /api/account/bank': () => answer(422, { error: 'invalid', fields: { ifscCode: 'invalid' } }),
  })
  await open({ device: service.device })
  fireEvent.click(screen.getByRole('button', { name: 'Change the bank account' }))
  await screen.findByRole('dialog')
  type('Account number', '501001234567')
  type('IFSC', 'HDFC0001234')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(/^Enter the IFSC of your branch/)
  expect(screen.getByLabelText('IFSC').getAttribute('aria-invalid')).toBe('true')
})

test('without a network the bank account cannot be changed, and the page says so', async () => {
  await open()
  act(() => device?.setOnline(false))
  await screen.findByText('Changing the bank account needs a network.')
  expect(screen.getByRole('button', { name: 'Change the bank account' })).toHaveProperty('disabled', true)
})

test('a partner who chooses Hindi reads the page in Hindi', async () => {
  onTestFinished(() => chooseLanguage('en'))
  await open()
  await chooseLanguage('hi')
  await screen.findByRole('heading', { name: 'आपकी पार्टनर प्रोफ़ाइल' })
  expect(value('गाड़ी')).toBe('मोटरसाइकिल/स्कूटर')
})
