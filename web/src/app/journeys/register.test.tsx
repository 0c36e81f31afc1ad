// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
import { beforeAll, expect, test } from 'vitest'
import { CITIES } from '#model'
import { accountOf } from '../../data/local/session-state.ts'
import { LoginScreen } from '../../features/login/login.tsx'
import { RegisterScreen } from '../../features/register/register.tsx'
import { startLanguage } from '../../i18n/start.ts'
import { answer, deviceWithAnswers } from '../../testing/fake-service.ts'
import { openLocalData } from '../../testing/render-with-local-data.tsx'
import { testDevice } from '../../testing/test-device.ts'

beforeAll(startLanguage)

const Elsewhere = () => <p>at {useLocation().pathname}</p>

const openRegister = () =>
  render(
    <MemoryRouter initialEntries={['/register']}>
      <Routes>
        <Route path="/register" element={<RegisterScreen />} />
        <Route path="/login" element={<LoginScreen />} />
        <Route path="*" element={<Elsewhere />} />
      </Routes>
    </MemoryRouter>,
  )

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

function fillIn() {
  type('Name', 'Asha Rathore')
  type('E-mail', 'asha@device.example')
  type('Phone', '98290 11420')
  type('City', 'jaipur')
  fireEvent.click(screen.getByLabelText(/I accept the terms/))
}

const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Create Account' }))

const signedIn = {
  account: { id: 'a1', email: 'asha@device.example', name: 'Asha Rathore', role: 'CUSTOMER' },
  mailbox: { name: 'mailbox-a1', generation: 1 },
}

test('a person who registers is asked for the code, and the code leads home', async () => {
  const service = deviceWithAnswers({
    'POST /api/accounts': () => answer(201, { email: 'asha@device.example', isMailLate: false }),
    'POST /api/sessions': () => answer(200, signedIn),
  })
  const device = await openLocalData({ device: service.device })
  openRegister()
  fillIn()
  submit()
  await screen.findByText('Registration successful! Please check your email for the verification code.')
  expect(service.asked[0]?.body).toEqual({
    name: 'Asha Rathore',
    email: 'asha@device.example',
    phone: '+919829011420',
    city: 'jaipur',
    type: 'customer',
    terms: true,
  })
  cleanup()
  openRegister()
  type('Six-digit code', '123456')
  fireEvent.click(screen.getByRole('button', { name: 'Verify & Login' }))
  await screen.findByText('at /')
  expect(accountOf(device.sessionState.get())?.name).toBe('Asha Rathore')
  expect(service.asked.at(-1)?.body).toEqual({ email: 'asha@device.example', code: '123456', adopt: true })
})

test('the form offers the fifty cities', async () => {
  await openLocalData()
  openRegister()
  const cities = [...screen.getByLabelText<HTMLSelectElement>('City').options].map(({ value, text }) => [value, text])
  expect(cities).toEqual([['', 'Choose a city'], ...CITIES.map(({ id, name }) => [id, name.en])])
  expect(new Set(cities.slice(1).map(String)).size).toBe(50)
})

test('a missing value is shown beside its field, and nothing is sent', async () => {
  const service = deviceWithAnswers({})
  await openLocalData({ device: service.device })
  openRegister()
  submit()
  await screen.findByText('Please select a city')
  for (const said of ['Enter your name.', 'Enter your phone number.', 'Please accept the terms to register.'])
    screen.getByText(said)
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
  expect(service.asked).toEqual([])
})

test('a field that the service refuses is marked too', async () => {
  const refused = () => answer(422, { error: 'invalid', message: 'no', fields: { city: 'city_unknown' } })
  const { device } = deviceWithAnswers({ 'POST /api/accounts': refused })
  await openLocalData({ device })
  openRegister()
  fillIn()
  submit()
  await screen.findByText('Please select a city')
})

test('an e-mail that is taken leads to the login, with the e-mail filled in', async () => {
  const taken = () => answer(409, { error: 'email_taken', message: 'taken' })
  const { device } = deviceWithAnswers({ 'POST /api/accounts': taken })
  await openLocalData({ device })
  openRegister()
  fillIn()
  submit()
  fireEvent.click(await screen.findByRole('button', { name: 'Log in as asha@device.example' }))
  expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe('asha@device.example')
})

test('without a network a person is told, and what they typed is there after a reload', async () => {
  await openLocalData()
  openRegister()
  fillIn()
  submit()
  await screen.findByText('Connection error. Please check your internet connection and try again.')
  cleanup()
  openRegister()
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Asha Rathore')
  expect(screen.getByLabelText<HTMLSelectElement>('City').value).toBe('jaipur')
  expect(screen.getByLabelText<HTMLInputElement>(/I accept the terms/).checked).toBe(true)
})

test.each([
  [500, 'Registration failed. Please try again.'],
  [400, 'Registration failed'],
])('an answer %i of the service is not blamed on the network', async (status, said) => {
  const { device } = deviceWithAnswers({ 'POST /api/accounts': () => answer(status, { error: 'odd', message: 'odd' }) })
  await openLocalData({ device })
  openRegister()
  fillIn()
  submit()
  await screen.findByText(said)
})

test('a late mail is shown as late', async () => {
  const late = () => answer(201, { email: 'asha@device.example', isMailLate: true })
  const { device } = deviceWithAnswers({ 'POST /api/accounts': late })
  await openLocalData({ device })
  openRegister()
  fillIn()
  submit()
  await screen.findByText('The mail is late')
})

test('a delivery partner continues to the application instead of registering', async () => {
  await openLocalData({ device: testDevice() })
  openRegister()
  fireEvent.click(screen.getByLabelText(/Delivery Partner/))
  fireEvent.click(screen.getByRole('button', { name: 'Continue to the partner application' }))
  screen.getByText('at /driver/register')
})
