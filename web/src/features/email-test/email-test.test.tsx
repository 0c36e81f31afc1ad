// @vitest-environment jsdom
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startLanguage } from '../../i18n/start.ts'
import { logInInAnotherTab, logOutInAnotherTab } from '../../testing/another-tab.ts'
import { openLocalData } from '../../testing/render-with-local-data.tsx'
import { type TestDevice, testDevice } from '../../testing/test-device.ts'
import { EmailTestScreen } from './email-test.tsx'

let device: TestDevice
let asked: { url: string; body: unknown }[]
let answers: Record<string, () => Response>

const json = (status: number, body: object) => () => new Response(JSON.stringify(body), { status })
const health = (more: object = {}) =>
  json(200, {
    status: 'ok',
    environment: 'live',
    server: { uptime: 61_234 },
    mail: { configured: true, waiting: 0, dead: 0, isLate: false },
    endpoints: ['GET /health', 'POST /api/email/test'],
    ...more,
  })

const account = { id: 'a1', email: 'asha@device.example', name: 'Asha', role: 'CUSTOMER' as const }

beforeAll(startLanguage)
beforeEach(async () => {
  asked = []
  answers = { '/health': health(), '/api/email/test': json(200, { success: true, messageId: '<a@b>' }) }
  device = await openLocalData({
    device: testDevice({
      fetch: async (input, init) => {
        const { pathname } = new URL(String(input))
        asked.push({ url: pathname, body: init?.body && JSON.parse(String(init.body)) })
        const answer = answers[pathname]
        if (!answer) throw new TypeError('fetch failed')
        return answer()
      },
    }),
  })
})
afterEach(() => void vi.useRealTimers())

const open = () =>
  render(
    <MemoryRouter>
      <EmailTestScreen />
    </MemoryRouter>,
  )
const timesAsked = () => asked.filter(({ url }) => url === '/health').length
const fact = (name: string) => screen.getByText(name).nextElementSibling?.textContent
function send(email: string) {
  fireEvent.change(screen.getByLabelText('E-mail address'), { target: { value: email } })
  fireEvent.click(screen.getByRole('button', { name: 'Send test e-mail' }))
}

test('the e-mail of a person who logs out in another tab is not shown to the next person', async () => {
  act(() => logInInAnotherTab(device, account))
  open()
  const field = () => screen.getByLabelText<HTMLInputElement>('E-mail address')
  expect(field().value).toBe(account.email)
  act(() => logOutInAnotherTab(device))
  expect(field().value).toBe('')
  act(() => logInInAnotherTab(device, { ...account, id: 'a2', email: 'ravi@device.example' }))
  expect(field().value).toBe('ravi@device.example')
})

test('the page shows everything that the service reports about itself', async () => {
  open()
  await screen.findByText('Available')
  expect(fact('Endpoint')).toBe('http://127.0.0.1:9')
  expect(fact('Environment')).toBe('Live')
  expect(fact('Server uptime')).toBe('61,234 seconds')
  expect(fact('Mail provider')).toBe('Configured')
  expect(fact('Version')).toBe('1.0.0')
  expect(fact('Last checked')).toMatch(/\d:\d\d/)
  const list = screen.getByText('2 endpoints').closest('details') ?? document.body
  expect(
    within(list)
      .getAllByRole('listitem', { hidden: true })
      .map((one) => one.textContent),
  ).toEqual(['GET /health', 'POST /api/email/test'])
})

test('the page lists the e-mails that Mogra sends, and how long they take', async () => {
  open()
  for (const kind of [
    'OTP verification codes',
    'Welcome messages',
    'Order confirmations',
    'Partner notifications',
    'Support requests',
  ])
    screen.getByText(kind, { selector: 'strong' })
  screen.getByText('It arrives within 1-2 minutes.')
})

test('the page asks every 30 s and on Refresh, and stops when it is left', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { unmount } = open()
  await screen.findByText('Available')
  expect(timesAsked()).toBe(1)
  await act(async () => vi.advanceTimersByTime(29_999))
  expect(timesAsked()).toBe(1)
  await act(async () => vi.advanceTimersByTime(1))
  expect(timesAsked()).toBe(2)
  fireEvent.click(await screen.findByRole('button', { name: 'Refresh' }))
  await act(async () => {})
  expect(timesAsked()).toBe(3)
  unmount()
  vi.advanceTimersByTime(120_000)
  expect(timesAsked()).toBe(3)
})

test('the page says what to try if the service is not available, and shows its answer', async () => {
  answers['/health'] = json(503, { status: 'unavailable' })
  open()
  await screen.findByText('Unavailable')
  screen.getByText('What you can try')
  screen.getByText('Check your internet connection.')
  screen.getByText('HTTP 503: {"status":"unavailable"}')
  answers['/health'] = health()
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  await screen.findByText('Available')
  expect(screen.queryByText('What you can try')).toBeNull()
})

test('the page says when mails are late', async () => {
  answers['/health'] = health({ mail: { configured: true, waiting: 3, dead: 0, isLate: true } })
  open()
  await screen.findByText('E-mails are late')
  screen.getByText(/3 wait,/)
})

test('without a network nothing is called available, and the page asks again once there is one', async () => {
  open()
  await screen.findByText('Available')
  const answered = answers['/health'] ?? health()
  delete answers['/health']
  act(() => device.setOnline(false))
  screen.getByText('No network')
  expect(screen.getByRole('button', { name: 'Send test e-mail' })).toHaveProperty('disabled', true)
  await screen.findByText('Unavailable')
  answers['/health'] = answered
  act(() => device.setOnline(true))
  await screen.findByText('Available')
  expect(screen.queryByText('No network')).toBeNull()
})

test.each(['', '   ', 'nobody'])('%j is not an e-mail address, and nothing is sent', async (email) => {
  open()
  send(email)
  screen.getByText('Please enter a valid email address')
  expect(document.activeElement).toBe(screen.getByLabelText('E-mail address'))
  expect(asked.map(({ url }) => url)).not.toContain('/api/email/test')
})

test('an address that the service refuses gets the same message', async () => {
  answers['/api/email/test'] = json(422, { success: false, error: 'Please check it.', code: 'invalid' })
  open()
  send('a@b')
  await screen.findByText('Please enter a valid email address')
})

test('a test mail that was sent shows its recipient and how long it takes', async () => {
  open()
  send(' asha@example.com ')
  await screen.findByText('The test e-mail is on its way')
  screen.getByText(/asha@example.com within 1-2 minutes/)
  expect(asked.find(({ url }) => url === '/api/email/test')?.body).toEqual({ email: 'asha@example.com' })
})

test('a test mail that waits for the mail server is not said to be on its way', async () => {
  answers['/api/email/test'] = json(200, { success: true, messageId: '<a@b>', isMailLate: true })
  open()
  send('asha@example.com')
  await screen.findByText(/goes to asha@example.com as soon as/)
  expect(screen.queryByText('The test e-mail is on its way')).toBeNull()
})

test.each([
  [401, 'signed_out', /Log in first/],
  [403, 'not_yours', /your own account only/],
  [429, 'too_many_requests', /Too many test e-mails/],
])('a test mail that is refused with %i shows the reason, and what the service said', async (status, code, said) => {
  answers['/api/email/test'] = json(status, { success: false, error: 'No.', code })
  open()
  send('asha@example.com')
  await screen.findByText(said)
  screen.getByText(`HTTP ${status}: {"success":false,"error":"No.","code":"${code}"}`)
})

test.each([
  [
    'a response that is not OK',
    json(503, { success: false, error: 'Away.' }),
    'HTTP 503: {"success":false,"error":"Away."}',
  ],
  ['a page of a proxy', () => new Response('<h1>Bad gateway</h1>', { status: 502 }), 'HTTP 502: <h1>Bad gateway</h1>'],
  [
    'a refusal with a text',
    json(200, { success: false, error: 'The mail server is full.' }),
    'The mail server is full.',
  ],
  ['a refusal that says nothing', json(200, { success: false, error: 'Error' }), 'Failed to test email configuration'],
  ['a refusal without a text', json(200, { success: false }), 'Failed to test email configuration'],
  ['a page in place of the answer', () => new Response('<h1>Wi-Fi</h1>'), 'Failed to test email configuration'],
  ['no answer', () => Promise.reject(new TypeError('Failed to fetch')), 'Failed to test email configuration'],
])('a test mail that fails by %s says so', async (_, answering, said) => {
  answers['/api/email/test'] = answering as () => Response
  open()
  send('asha@example.com')
  await screen.findByText(said)
})

test('a failure of the status that says nothing is put into words', async () => {
  answers['/health'] = () => {
    throw new Error('Error')
  }
  open()
  await screen.findByText('Unavailable')
  screen.getByText('The request failed, and no reason was given.')
})
