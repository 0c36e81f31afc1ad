// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { Link, MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { LoginScreen } from '../../features/login/login.tsx'
import { VerifyEmailScreen } from '../../features/verify-email/verify-email.tsx'
import { startLanguage } from '../../i18n/start.ts'
import { answer, deviceWithAnswers } from '../../testing/fake-service.ts'
import { openLocalData } from '../../testing/render-with-local-data.tsx'
import { testDevice } from '../../testing/test-device.ts'

beforeAll(startLanguage)
afterEach(() => void vi.useRealTimers())

const Address = () => (
  <>
    <output data-testid="address">{`${useLocation().pathname}${useLocation().search}`}</output>
    <Link to="/verify-email?email=ravi%40device.example">cut link</Link>
  </>
)
const address = () => screen.getByTestId('address').textContent

const openLink = (query: string) =>
  render(
    <StrictMode>
      <MemoryRouter initialEntries={[`/verify-email${query}`]}>
        <Address />
        <Routes>
          <Route path="/verify-email" element={<VerifyEmailScreen />} />
          <Route path="/login" element={<LoginScreen />} />
        </Routes>
      </MemoryRouter>
    </StrictMode>,
  )

const LINK = '?token=t0k3n&email=asha%40device.example'
const refused = (status: number, error: string, more = {}) => answer(status, { error, message: error, ...more })
const resendButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /Resend/ })

test('a valid link is used once, leaves the address, and leads to the login after three seconds', async () => {
  const service = deviceWithAnswers({ 'POST /api/verifications': () => answer(200, { success: true, message: 'yes' }) })
  await openLocalData({ device: service.device })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  openLink(LINK)
  screen.getByText('Verifying your email...')
  await screen.findByText('Email Verified!')
  await screen.findByText('Account Activated!')
  screen.getByText('Email verified successfully!')
  expect(service.asked).toEqual([{ what: 'POST /api/verifications', body: { token: 't0k3n' } }])
  await expect.poll(() => address()).toBe('/verify-email')
  act(() => vi.advanceTimersByTime(2000))
  expect(address()).toBe('/verify-email')
  act(() => vi.advanceTimersByTime(1000))
  screen.getByText('Email verified successfully! You can now login to your account.')
  expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe('asha@device.example')
})

test('a link without a token shows that it is invalid', async () => {
  await openLocalData()
  openLink('')
  screen.getByText('Invalid verification link. Please check your email for the correct link.')
  expect(resendButton().disabled).toBe(true)
  expect(screen.getByRole('link', { name: 'Back to Login' }).getAttribute('href')).toBe('#/login')
  expect(screen.getByRole('link', { name: 'Create New Account' }).getAttribute('href')).toBe('#/register')
})

test('for an expired link another mail can be asked for, once a minute', async () => {
  const service = deviceWithAnswers({
    'POST /api/verifications': () => refused(410, 'token_expired', { success: false }),
    'POST /api/verifications/resend': () => answer(200, { success: true, message: 'sent' }),
  })
  await openLocalData({ device: service.device })
  openLink(LINK)
  await screen.findByText('This verification link has expired. Please ask for another one.')
  await expect.poll(() => address()).toBe('/verify-email')
  fireEvent.click(resendButton())
  await screen.findByText('Verification email sent. Please check your email.')
  expect(resendButton().textContent).toBe('Resend in 60 s')
  expect(resendButton().disabled).toBe(true)
  expect(service.asked.at(-1)?.body).toEqual({ email: 'asha@device.example' })
})

test.each([
  [400, 'odd', 'Verification failed. Please try again.'],
  [410, 'token_invalid', 'This verification link is not valid, or was used before.'],
  [500, 'internal', 'Something went wrong. Please try again.'],
])('a link that is refused with %i %s shows the reason', async (status, error, said) => {
  const { device } = deviceWithAnswers({ 'POST /api/verifications': () => refused(status, error) })
  await openLocalData({ device })
  openLink(LINK)
  expect((await screen.findByText(said)).closest('[role=alert]')).not.toBeNull()
})

test('without a network the link stays as it is and can be tried again', async () => {
  await openLocalData({ device: testDevice() })
  openLink(LINK)
  await screen.findByText('Connection error. Please check your internet connection and try again.')
  screen.getByRole('button', { name: 'Try again' })
  expect(address()).toBe(`/verify-email${LINK}`)
})

test('a form without an e-mail asks for it', async () => {
  await openLocalData()
  const { container } = openLink('')
  const form = container.querySelector('form')
  if (form) fireEvent.submit(form)
  screen.getByText('Please enter your email address')
})

test.each([
  ['a network failure', undefined, 'Please check your internet connection and try again.'],
  ['another site', refused(403, 'cross_site'), 'Configuration error. Please contact support.'],
  ['a refusal', refused(403, 'not_allowed'), 'Email service configuration issue. Please contact support.'],
  ['a service that is down', refused(503, 'unavailable'), 'Backend service is not available. Please try again later.'],
  ['a broken service', refused(500, 'internal'), 'Please try again or contact support if the problem persists.'],
])('a mail that could not be asked for because of %s shows a hint', async (_, answered, hint) => {
  const { device } = deviceWithAnswers(answered ? { 'POST /api/verifications/resend': () => answered } : {})
  await openLocalData({ device })
  openLink('?email=asha%40device.example')
  fireEvent.click(resendButton())
  await screen.findByText(`Failed to send verification email. ${hint}`)
})

test.each([
  [404, 'account_not_found', 'No account found with this email'],
  [400, 'odd', 'Failed to resend verification email. Please try again.'],
])('%i %s is shown in words', async (status, code, said) => {
  const { device } = deviceWithAnswers({ 'POST /api/verifications/resend': () => refused(status, code) })
  await openLocalData({ device })
  openLink('?email=asha%40device.example')
  fireEvent.click(resendButton())
  await screen.findByText(said)
})

test('a person who asks for a mail although the e-mail is verified hears that it is, and is led to the login', async () => {
  const service = deviceWithAnswers({
    'POST /api/verifications/resend': () => answer(200, { success: true, isVerified: true, message: 'yes' }),
  })
  await openLocalData({ device: service.device })
  openLink('?email=asha%40device.example')
  fireEvent.click(resendButton())
  const said = await screen.findByText('This e-mail is verified already. You can log in.')
  expect(said.closest('[role=alert]')).toBeNull()
  // Nothing was sent, so there is nothing to wait for.
  expect(resendButton().textContent).toBe('Resend Verification Email')
  fireEvent.click(screen.getByRole('button', { name: 'Go to the login' }))
  expect(address()).toBe('/login')
  expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe('asha@device.example')
})

test('a link without its token that is opened after a refused one shows its own message', async () => {
  const service = deviceWithAnswers({ 'POST /api/verifications': () => refused(404, 'token_invalid') })
  await openLocalData({ device: service.device })
  openLink(LINK)
  await expect.poll(() => address()).toBe('/verify-email')
  await screen.findByText(/is not valid, or was used before/)
  fireEvent.click(screen.getByRole('link', { name: 'cut link' }))
  await screen.findByText('Invalid verification link. Please check your email for the correct link.')
  expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe('ravi@device.example')
})
