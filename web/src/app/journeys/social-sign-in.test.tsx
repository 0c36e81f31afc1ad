// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { SignInMessage } from '../../blocks/people/social/sign-in-message.tsx'
import { LoginScreen } from '../../features/login/login.tsx'
import { startLanguage } from '../../i18n/start.ts'
import { answer, deviceWithAnswers } from '../../testing/fake-service.ts'
import { openLocalData } from '../../testing/render-with-local-data.tsx'

beforeAll(startLanguage)
afterEach(() => void vi.unstubAllGlobals())

async function openLogin(providers: object, more: Parameters<typeof deviceWithAnswers>[0] = {}) {
  const asking = deviceWithAnswers({ 'GET /api/social/providers': () => answer(200, providers), ...more })
  await openLocalData(asking)
  render(
    <MemoryRouter initialEntries={['/login']}>
      <LoginScreen />
    </MemoryRouter>,
  )
  return asking
}

test('without a configured provider there is no button', async () => {
  await openLogin({ google: false, facebook: false })
  await screen.findByText('Social login is not available at the moment. Please use your e-mail.')
  expect(screen.queryByRole('button', { name: /Google|Facebook/ })).toBeNull()
})

test('a page that goes to the provider itself says so', async () => {
  await openLocalData()
  render(<SignInMessage state={{ stage: 'away', display: 'redirect', provider: 'facebook' }} />)
  expect(screen.getByRole('status').textContent).toBe('Redirecting to Facebook...')
})

test('a single configured provider gets its button, and the other is named', async () => {
  await openLogin({ google: true, facebook: false })
  await screen.findByRole('button', { name: 'Continue with Google' })
  await screen.findByText('Login with Facebook is not configured here.')
  expect(screen.queryByRole('button', { name: 'Continue with Facebook' })).toBeNull()
})

test('a popup is opened at the click, and closed again if the attempt fails', async () => {
  const popup = {
    closed: false,
    opener: window,
    document: document.implementation.createHTMLDocument(),
    close: vi.fn(),
  }
  const open = vi.fn(() => popup)
  vi.stubGlobal('open', open)
  const { asked } = await openLogin(
    { google: true, facebook: true },
    { 'POST /api/social/attempts': () => answer(424, { error: 'provider_unavailable' }) },
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Continue with Google' }))
  expect(open).toHaveBeenCalledWith('', '_blank', expect.stringContaining('width=500,height=600'))
  await screen.findByText('Authentication service not available. Please contact support.')
  expect(popup.close).toHaveBeenCalled()
  expect(popup.opener).toBeNull()
  expect(asked.at(-1)?.body).toMatchObject({ provider: 'google', page: 'login', display: 'popup' })
})

test.each([
  ['cancelled', 'Sign in was cancelled'],
  ['popup_blocked', 'Popup was blocked by browser. Please allow popups and try again.'],
  ['network', 'Network error. Please check your connection and try again.'],
  ['too_many_requests', 'Too many failed attempts. Please try again later.'],
  ['domain_not_authorized', 'This domain is not authorized for Google sign-in. Please contact support.'],
  ['other_sign_in_method', 'An account already exists with this email using a different sign-in method.'],
  ['provider_unavailable', 'Authentication service not available. Please contact support.'],
  ['api_key_invalid', 'Invalid API key. Please contact support.'],
  ['app_misconfigured', 'Firebase app configuration error. Please contact support.'],
  ['account_not_found', 'Account not found. Please register first or use a different email.'],
  ['provider_not_configured', 'Social login is not available at the moment. Please use your e-mail.'],
  ['provider_failed', 'Failed to sign in with Google'],
  ['no_redirect_result', 'No redirect result'],
  ['unprocessed', 'Failed to process sign in'],
  ['broken', 'Something went wrong with Google login. Please try again.'],
  ['whatever else', 'Google login failed'],
])('the reason %s is shown in the words of the specification', async (reason, words) => {
  await openLocalData()
  const { rerender } = render(<SignInMessage state={{ stage: 'failed', reason, provider: 'google' }} />)
  expect(screen.getByRole('alert').textContent).toBe(words)
  rerender(<SignInMessage state={{ stage: 'failed', reason, provider: 'facebook' }} />)
  expect(screen.getByRole('alert').textContent).toBe(words.replace('Google', 'Facebook'))
  expect(screen.queryByRole('heading', { name: 'What you can do' }) !== null).toBe(reason === 'domain_not_authorized')
})
