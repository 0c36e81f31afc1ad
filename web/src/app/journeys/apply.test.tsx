// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { startLanguage } from '../../i18n/start.ts'
import { answer, deviceWithAnswers } from '../../testing/fake-service.ts'
import { type LocalData, openLocalData } from '../../testing/render-with-local-data.tsx'
import {
  accepted,
  accountFact,
  asha,
  fillLocation,
  fillNumbers,
  fillPerson,
  fillVehicle,
  open,
  press,
  step,
  type,
  value,
} from './testing/apply-form.tsx'

beforeAll(startLanguage)

test('a step that is not filled in says so in the specified words, leads to the field, and goes on once it is', async () => {
  await openLocalData()
  open('/driver/register')
  await step('About you')
  press('Continue')
  const alert = await screen.findByRole('alert')
  await within(alert).findByText('Please fill all required fields')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')))
  fillPerson()
  type('Confirm password', 'seven78')
  press('Continue')
  await within(alert).findByText('Passwords do not match')
  type('Confirm password', 'seven77')
  type('City', '')
  press('Continue')
  await within(alert).findByText('Please select a city')
  screen.getByLabelText('Name').focus()
  fireEvent.click(within(alert).getByRole('button', { name: 'City' }))
  expect(document.activeElement).toBe(screen.getByLabelText('City'))
  type('City', 'jaipur')
  press('Continue')

  await step('Your vehicle')
  press('Continue')
  await screen.findByText('Please fill all vehicle details')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Motorcycle/Scooter')))
  fillVehicle()
  press('Continue')

  await step('Your papers, in numbers')
  screen.getByText('We keep the last four digits, never the number.')
  press('Continue')
  await screen.findByText('Please fill all KYC details')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Driving licence number')))
  fillNumbers()
  press('Continue')
  await step('Five documents')
})

test('Back and the browser’s Back return one step, and nothing that was typed is lost', async () => {
  await openLocalData()
  open('/driver/register')
  await step('About you')
  expect(screen.queryByRole('button', { name: 'Back' })).toBeNull()
  fillPerson()
  press('Continue')
  await step('Your vehicle')
  fillVehicle()
  press('Continue')
  await step('Your papers, in numbers')
  fillNumbers()
  press('Back')
  await step('Your vehicle')
  expect(value('Vehicle number')).toBe('RJ14 AB 1234')
  expect(screen.getByLabelText<HTMLInputElement>('Motorcycle/Scooter').checked).toBe(true)
  press('system back')
  await step('About you')
  expect(value('Password')).toBe('seven77')
  press('Continue')
  await step('Your vehicle')
  press('Continue')
  await step('Your papers, in numbers')
  expect(value('Aadhaar number')).toBe('2341 2341 2346')
})

test('an unusual number is warned of beside its field once the person has left it, and blocks nothing', async () => {
  await openLocalData()
  open('/driver/register?step=kyc')
  await step('Your papers, in numbers')
  const licence = screen.getByLabelText('Driving licence number')
  licence.focus()
  type('Driving licence number', 'RJ14 2019 34417')
  expect(screen.queryByText(/Usually like RJ14 20190034417/)).toBeNull()
  licence.blur()
  await screen.findByText(/Usually like RJ14 20190034417, 15 characters. Is yours different\? Then go on./)
  type('Aadhaar number', '2341 2341 2347')
  type('PAN number', 'A1')
  type(/^IFSC/, 'SBIN1031023')
  for (const said of [/twelve digits of an Aadhaar/, /ABCPE1234F, ten/, /SBIN0031023, eleven/])
    await screen.findByText(said)
  press('Continue')
  await step('Five documents')
})

test('a GST number with another PAN is warned of, and so is one that is not well formed', async () => {
  await openLocalData()
  open('/wholesale/register?step=kyc')
  await step('Your papers, in numbers')
  type('GST number', '27AAPFU0939F1ZV')
  type('PAN number', 'ABCPE1234F')
  await screen.findByText(/contains another PAN/)
  type('PAN number', 'AAPFU0939F')
  expect(screen.queryByText(/contains another PAN/)).toBeNull()
  type('GST number', '27AAPFU0939F1ZX')
  await screen.findByText(/^Usually like 08/)
})

test('after a reload the step is there with what was typed, except for what is never stored, which is named', async () => {
  const device = await openLocalData()
  open('/driver/register')
  await step('About you')
  fillPerson()
  press('Continue')
  await step('Your vehicle')
  fillVehicle()
  press('Continue')
  await step('Your papers, in numbers')
  fillNumbers()
  type(/^Bank account/, '308100217745')
  cleanup()
  const again = await device.reload()
  await openLocalData({ device: again })
  open('/driver/register?step=kyc')
  await screen.findByText('Please type again: Aadhaar number, Bank account')
  expect(value('Driving licence number')).toBe('RJ14 20190034417')
  expect(value('Aadhaar number')).toBe('')
  press('Continue')
  await screen.findByText('Please fill all KYC details')
  cleanup()
  open('/driver/register?step=documents')
  await step('Five documents')
  const names = ['Password', 'Confirm password', 'Aadhaar number', 'Bank account']
  for (const name of names) await screen.findByText(new RegExp(`^${name}`))
  expect(screen.getAllByText(/type it again: this phone never stores it/)).toHaveLength(names.length)
})

test('a customer finds name, e-mail and phone of the account, types no password, and is told no code', async () => {
  const { device, asked } = deviceWithAnswers({ 'POST /api/applications': accepted('pending_verification') })
  const data: LocalData = { device, account: asha, documents: [{ ...accountFact, phone: '+919829011420' }] }
  await openLocalData(data)
  open('/wholesale/register')
  await step('Your business')
  for (const label of ['E-mail', 'Phone']) expect(screen.getByLabelText(label)).toHaveProperty('readOnly', true)
  expect(value('E-mail')).toBe('asha@device.example')
  expect(value('Contact person')).toBe('Asha Rathore')
  expect(screen.queryByLabelText('Password')).toBeNull()
  type('Business name', 'Phool Mandi')
  press('Continue')
  await step('Where you deliver')
  fillLocation()
  press('Continue')
  await step('Your papers, in numbers')
  type('GST number', '1')
  type('PAN number', '2')
  press('Continue')
  await step('Your documents')
  press('Submit Application')
  await screen.findByText('Wholesale supplier application submitted successfully! Please await approval.')
  expect(screen.queryByRole('link', { name: 'Verify e-mail' })).toBeNull()
  const { body } = asked.find(({ what }) => what === 'POST /api/applications') ?? {}
  expect(body).not.toHaveProperty('email')
  expect(body).not.toHaveProperty('password')
})

test.each([
  ['PARTNER', 'You are a delivery partner'],
  ['SUPPLIER', 'You are a wholesale supplier'],
  ['ADMIN', 'You are an admin'],
] as const)('a %s reads which role the account has', async (role, title) => {
  await openLocalData({ account: { ...asha, role } })
  open('/driver/register')
  await screen.findByRole('heading', { level: 1, name: title })
})

test('a person whom Google has confirmed begins with the vehicle, and finds name and e-mail locked', async () => {
  const { device } = deviceWithAnswers({
    'GET /api/social/attempts/current': () =>
      answer(200, { provider: 'google', outcome: 'new', email: 'imran@gmail.example', name: 'Imran Khan' }),
  })
  await openLocalData({ device })
  open('/driver/register?social=true')
  await step('Your vehicle')
  screen.getByRole('heading', { level: 1, name: 'Complete Partner Registration' })
  press('Back')
  await step('About you')
  for (const label of ['Name', 'E-mail']) expect(screen.getByLabelText(label)).toHaveProperty('readOnly', true)
  expect(value('Name')).toBe('Imran Khan')
  expect(screen.queryByLabelText('Password')).toBeNull()
  cleanup()
  open('/driver/register?social=true&step=documents')
  await step('Five documents')
  for (const name of ['Phone', 'Emergency contact', 'City', 'Vehicle number']) screen.getByText(name)
  expect(screen.queryByRole('link', { name: /^Name/ })).toBeNull()
})

test('a confirmation that has expired offers to sign in again, or to go on by e-mail', async () => {
  const { device } = deviceWithAnswers({
    'GET /api/social/attempts/current': () => answer(404, { error: 'no_redirect_result' }),
  })
  await openLocalData({ device })
  open('/driver/register?social=true')
  await screen.findByText('Your sign-in with Google or Facebook has expired')
  screen.getByRole('link', { name: 'Go on with e-mail' })
})

test('the account type Partner leads from the registration to the form, with what was typed', async () => {
  await openLocalData()
  open('/register')
  type('Name', 'Imran Khan')
  type('E-mail', 'imran@device.example')
  type('Phone', '98290 11420')
  type('City', 'jaipur')
  fireEvent.click(screen.getByLabelText(/Delivery Partner/))
  press('Continue to the partner application')
  await step('About you')
  expect([value('Name'), value('E-mail'), value('Phone'), value('City')]).toEqual([
    ...['Imran Khan', 'imran@device.example', '98290 11420', 'jaipur'],
  ])
})
