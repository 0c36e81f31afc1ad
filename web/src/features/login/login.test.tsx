// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { loginCodeDraft } from '../../blocks/people/one-time-code/code-request-draft.ts'
import { accountOf } from '../../data/local/session-state.ts'
import { chooseLanguage, startLanguage } from '../../i18n/start.ts'
import { logInInAnotherTab } from '../../testing/another-tab.ts'
import { answer, deviceWithAnswers } from '../../testing/fake-service.ts'
import { openLocalData } from '../../testing/render-with-local-data.tsx'
import { testDevice } from '../../testing/test-device.ts'
import { LoginScreen } from './login.tsx'

beforeAll(startLanguage)

const answering = (status: number, body?: object) =>
  testDevice({ fetch: async () => new Response(body ? JSON.stringify(body) : null, { status }) })

const Elsewhere = () => `at ${useLocation().pathname}`

const openLogin = (address = '/login') =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <Routes>
        <Route path="/login" element={<LoginScreen />} />
        <Route path="*" element={<Elsewhere />} />
      </Routes>
    </MemoryRouter>,
  )

function sendCode() {
  fireEvent.change(screen.getByLabelText('E-mail'), { target: { value: 'asha@device.example' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send Login Code' }))
}

test('a person who looks into the mail comes back to the code, even after a reload', async () => {
  await openLocalData({ device: answering(204) })
  openLogin()
  sendCode()
  await screen.findByLabelText('Six-digit code')
  cleanup()
  openLogin()
  screen.getByLabelText('Six-digit code')
  screen.getByText('We have sent a code to asha@device.example.')

  fireEvent.click(screen.getByRole('button', { name: 'Back to e-mail' }))
  cleanup()
  openLogin()
  expect(screen.queryByLabelText('Six-digit code')).toBeNull()
})

test('a person whose session turns out to have ended while this screen is open can log in', async () => {
  const account = { id: 'a1', email: 'asha@device.example', name: 'Asha', role: 'PARTNER' as const }
  const device = answering(204)
  logInInAnotherTab(device, account)
  await openLocalData({ device })
  openLogin()
  screen.getByRole('heading', { name: 'You are logged in as Asha' })
  act(() => device.sessionState.set({ ...device.sessionState.get(), signedOutByServer: true }))
  expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe('asha@device.example')
})

test('an e-mail and a code that were filled in without an event are sent, and stay in their fields', async () => {
  const { device, asked } = deviceWithAnswers({
    'POST /api/login-codes': () => answer(202, { isMailLate: false }),
    'POST /api/sessions': () => answer(401, { error: 'code_invalid', triesLeft: 4 }),
  })
  await openLocalData({ device })
  openLogin()
  const email = screen.getByLabelText<HTMLInputElement>('E-mail')
  email.value = 'asha@device.example'
  fireEvent.submit(email.form ?? email)
  expect(email.value).toBe('asha@device.example')
  const code = await screen.findByLabelText<HTMLInputElement>('Six-digit code')
  code.value = '123456'
  fireEvent.pointerOver(code)
  fireEvent.click(screen.getByRole('button', { name: 'Verify & Login' }))
  await screen.findByText(/tries left/)
  expect(asked.map(({ body }) => body)).toMatchObject([
    { email: 'asha@device.example' },
    { email: 'asha@device.example', code: '123456' },
  ])
})

test('a code that another tab has used leads on, because its person is logged in', async () => {
  const holding = {
    account: { id: 'a1', email: 'asha@device.example', name: 'Asha', role: 'CUSTOMER' },
    mailbox: { name: 'mailbox-asha', generation: 1 },
  }
  let signIns = 0
  const { device } = deviceWithAnswers({
    'POST /api/login-codes': () => answer(202, { isMailLate: false }),
    'POST /api/sessions': () => {
      signIns += 1
      return signIns === 1 ? answer(200, holding) : answer(401, { error: 'code_missing' })
    },
  })
  const data = await openLocalData({ device })
  openLogin('/login?next=/checkout')
  sendCode()
  fireEvent.change(await screen.findByLabelText('Six-digit code'), { target: { value: '123456' } })
  await act(() => data.session.signIn('asha@device.example', '123456'))
  fireEvent.click(screen.getByRole('button', { name: 'Verify & Login' }))
  await screen.findByText('at /checkout')
  expect(signIns).toBe(2)
})

test('a person who is logged in is told so, and can continue or change the account', async () => {
  const account = { id: 'a1', email: 'asha@device.example', name: 'Asha', role: 'CUSTOMER' as const }
  const other = { account: { ...account, id: 'a2', name: 'Ravi' }, mailbox: { name: 'mailbox-ravi', generation: 1 } }
  const fetch = async (url: unknown, { method }: RequestInit = {}) =>
    method === 'POST' && String(url).endsWith('/api/sessions')
      ? Response.json(other)
      : new Response(null, { status: 204 })
  await openLocalData({ device: testDevice({ fetch }), account })
  openLogin('/login?next=/checkout')
  screen.getByRole('heading', { name: 'You are logged in as Asha' })
  expect(screen.getByRole('link', { name: 'Go on' }).getAttribute('href')).toBe('#/checkout')
  fireEvent.click(screen.getByRole('button', { name: 'Log out and use another account' }))
  await screen.findByLabelText('E-mail')

  sendCode()
  const seen = new Set<string | null | undefined>()
  const watcher = new MutationObserver(() => seen.add(document.querySelector('h1')?.textContent))
  watcher.observe(document.body, { childList: true, subtree: true, characterData: true })
  fireEvent.change(await screen.findByLabelText('Six-digit code'), { target: { value: '123456' } })
  fireEvent.click(screen.getByRole('button', { name: 'Verify & Login' }))
  await screen.findByText('at /checkout')
  watcher.disconnect()
  expect([...seen]).not.toContain('You are logged in as Ravi')
})

test('a wrong code says how many tries are left', async () => {
  await openLocalData({ device: answering(401, { error: 'code_invalid', triesLeft: 3 }) })
  loginCodeDraft.save({ email: 'asha@device.example', sentAt: Date.now() })
  openLogin()
  fireEvent.change(screen.getByLabelText('Six-digit code'), { target: { value: '123456' } })
  fireEvent.click(screen.getByRole('button', { name: 'Verify & Login' }))
  await screen.findByText('Invalid verification code. 3 tries left.')
})

test('an error that is shown follows a change of the language', async () => {
  onTestFinished(() => chooseLanguage('en'))
  await openLocalData({ device: answering(401, { error: 'code_invalid', triesLeft: 3 }) })
  loginCodeDraft.save({ email: 'asha@device.example', sentAt: Date.now() })
  openLogin()
  fireEvent.change(screen.getByLabelText('Six-digit code'), { target: { value: '123456' } })
  fireEvent.click(screen.getByRole('button', { name: 'Verify & Login' }))
  await screen.findByText('Invalid verification code. 3 tries left.')
  await act(() => chooseLanguage('hi'))
  screen.getByText('सत्यापन कोड ग़लत है। 3 कोशिशें बाक़ी।')
})

test('the fifth wrong code is the last, and another one must be asked for', async () => {
  await openLocalData({ device: answering(401, { error: 'code_invalid', triesLeft: 0 }) })
  loginCodeDraft.save({ email: 'asha@device.example', sentAt: Date.now() })
  openLogin()
  fireEvent.change(screen.getByLabelText('Six-digit code'), { target: { value: '123456' } })
  fireEvent.click(screen.getByRole('button', { name: 'Verify & Login' }))
  await screen.findByText('Invalid verification code. Please request a new code.')
})

test('a code can be pasted as a mail shows it, and typed in Hindi digits', async () => {
  await openLocalData({ device: answering(204) })
  loginCodeDraft.save({ email: 'asha@device.example', sentAt: Date.now() })
  openLogin()
  const input = screen.getByLabelText<HTMLInputElement>('Six-digit code')
  for (const typed of [' 123 - 456\n', '१२३४५६', '1234567']) {
    fireEvent.change(input, { target: { value: '' } })
    fireEvent.change(input, { target: { value: typed } })
    expect(input.value).toBe('123456')
  }
})

test('when a step of the login replaces another, the focus goes to the heading', async () => {
  await openLocalData({ device: answering(204) })
  openLogin()
  const press = (name: string) => {
    const button = screen.getByRole('button', { name })
    act(() => button.focus())
    fireEvent.click(button)
  }
  press('Use a password instead')
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Log in' }))
  press('Use a code instead')
  sendCode()
  const code = await screen.findByLabelText('Six-digit code')
  expect(document.activeElement).toBe(code)
  press('Back to e-mail')
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Log in' }))
})

test('a typed e-mail is still there after a reload', async () => {
  await openLocalData({ device: answering(404, { error: 'account_not_found' }) })
  openLogin()
  sendCode()
  await screen.findByText('No account found with this email')
  cleanup()
  openLogin()
  expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe('asha@device.example')
})

test('a code that was sent before can be entered while the service sends no other one', async () => {
  await openLocalData({ device: answering(429, { error: 'code_asked_too_often', retryAfterSeconds: 57 }) })
  openLogin()
  sendCode()
  await screen.findByText(/Please wait 57 seconds/)
  fireEvent.click(screen.getByRole('button', { name: 'I have a code' }))
  screen.getByLabelText('Six-digit code')
  screen.getByRole('button', { name: 'Resend in 57 s' })
})

test('a person can log in with the right password, and is told if it is wrong', async () => {
  const service = deviceWithAnswers({
    'POST /api/sessions': (body) =>
      (body as { password: string }).password === 'red roses'
        ? answer(200, {
            account: { id: 'a1', email: 'asha@device.example', name: 'Asha', role: 'CUSTOMER' },
            mailbox: { name: 'mailbox-a1', generation: 1 },
          })
        : answer(401, { error: 'password_wrong' }),
  })
  const device = await openLocalData({ device: service.device })
  openLogin()
  fireEvent.click(screen.getByRole('button', { name: 'Use a password instead' }))
  fireEvent.change(screen.getByLabelText('E-mail'), { target: { value: 'asha@device.example' } })
  const tryPassword = (value: string) => {
    fireEvent.change(screen.getByLabelText('Password'), { target: { value } })
    fireEvent.click(screen.getByRole('button', { name: 'Log in' }))
  }
  tryPassword('white lilies')
  await screen.findByText('E-mail or password is wrong')
  tryPassword('red roses')
  await expect.poll(() => device && accountOf(device.sessionState.get())?.name).toBe('Asha')
})

test('a login by password that fails for an unknown reason shows an error', async () => {
  await openLocalData({ device: answering(400, { error: 'odd' }) })
  openLogin()
  fireEvent.click(screen.getByRole('button', { name: 'Use a password instead' }))
  fireEvent.change(screen.getByLabelText('E-mail'), { target: { value: 'asha@device.example' } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'red roses' } })
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }))
  await screen.findByText('Login failed')
})

test('a login code whose mail is late is shown as late, even after a reload', async () => {
  await openLocalData({ device: answering(202, { isMailLate: true }) })
  openLogin()
  sendCode()
  await screen.findByText('The mail is late')
  cleanup()
  openLogin()
  screen.getByText('The mail is late')
})

test.each([
  [404, 'account_not_found', 'No account found with this email'],
  [400, 'odd', 'Failed to send login code'],
  [500, 'internal', 'Something went wrong. Please try again.'],
])('a code that is not sent because of %i %s shows an error', async (status, error, said) => {
  await openLocalData({ device: answering(status, { error }) })
  openLogin()
  sendCode()
  await screen.findByText(said)
})

test.each([
  [401, 'code_missing', 'No verification code found. Please request a new code.'],
  [401, 'code_expired', 'Verification code expired. Please request a new code.'],
  [404, 'account_not_found', 'User account not found'],
  [400, 'odd', 'Invalid login code'],
])('a code that is refused because of %i %s shows an error', async (status, error, said) => {
  await openLocalData({ device: answering(status, { error }) })
  loginCodeDraft.save({ email: 'asha@device.example', sentAt: Date.now() })
  openLogin()
  fireEvent.change(screen.getByLabelText('Six-digit code'), { target: { value: '123 456' } })
  fireEvent.click(screen.getByRole('button', { name: 'Verify & Login' }))
  await screen.findByText(said)
})

test.each([
  [400, 'odd', 'Failed to resend code'],
  [500, 'internal', 'Failed to resend code. Please try again.'],
])('a code that is not sent again because of %i %s shows an error', async (status, error, said) => {
  await openLocalData({ device: answering(status, { error }) })
  loginCodeDraft.save({ email: 'asha@device.example', sentAt: Date.now() - 90_000 })
  openLogin()
  fireEvent.click(screen.getByRole('button', { name: 'Resend code' }))
  await screen.findByText(said)
})
