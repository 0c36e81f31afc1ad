// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { APPLICATION_TYPES } from '#model'
import { applicationDraft } from '../../data/applications/application-draft.ts'
import { submissions } from '../../data/applications/submissions.ts'
import { aPdf, aProgram } from '../../data/uploads/testing/files.ts'
import { startLanguage } from '../../i18n/start.ts'
import { answer, deviceWithAnswers } from '../../testing/fake-service.ts'
import { openLocalData } from '../../testing/render-with-local-data.tsx'
import {
  accepted,
  accountFact,
  asha,
  fillLocation,
  fillSupplierNumbers,
  open,
  openSupplierDocuments,
  press,
  signIn,
  step,
  type,
} from './testing/apply-form.tsx'

beforeAll(startLanguage)
/** Ends what this tab is sending, which would otherwise go on in the next test. */
const endSending = () => {
  for (const type of APPLICATION_TYPES) submissions.forget(type)
}
const closeTab = () => {
  endSending()
  cleanup()
}
afterEach(endSending)

/** A device that has sent an application, which is on the service in this state. */
function deviceThatApplied(first: { state: string; mail?: string }) {
  const id = '01JD0000000000000000000001'
  let now = { ...first, email: 'imran@nowhere.example' }
  const { device, asked } = deviceWithAnswers({
    'GET /api/applications/current': () =>
      answer(200, { application: id, type: 'driver', at: '2026-11-25T10:00:00.000Z', ...now }),
    [`POST /api/applications/${id}/email`]: (body) => {
      now = { ...now, email: Object(body).email, mail: 'sent' }
      return answer(200, { application: id, email: now.email, isMailLate: false })
    },
  })
  const at = Date.now()
  const applied = { type: 'driver', id, email: 'imran@nowhere.example', at, sentAt: at }
  device.environment.values.set('mogra_draft_applied', JSON.stringify(applied))
  return { device, asked }
}

test('a supplier’s application arrives as it was typed, and its success leads home after five seconds', async () => {
  const { device, asked } = deviceWithAnswers({ 'POST /api/applications': accepted('unverified') })
  await openLocalData({ device })
  await openSupplierDocuments()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  press('Submit Application')
  await vi.waitFor(() => screen.getByRole('heading', { name: 'Application Submitted!' }))
  screen.getByText(
    'Wholesale supplier application submitted successfully! Please check your email for verification and await approval.',
  )
  screen.getByText('within 1–2 business days')
  screen.getByText('within 24–48 hours')
  const { id, secret, ...sent } = Object(asked.find(({ what }) => what === 'POST /api/applications')?.body)
  expect(id).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
  expect(secret).toMatch(/^[0-9a-f]{32}$/)
  expect(sent).toEqual({
    ...{ type: 'wholesale_supplier', businessName: 'Phool Mandi', contactPerson: 'Meena Devi', language: 'en' },
    ...{ email: 'meena@device.example', phone: '+919829011420', password: 'seven77', address: '14 MI Road' },
    ...{ citiesServed: ['mumbai', 'jaipur'], gstNumber: '08ABCPE1234F1Z5', panNumber: 'ABCPE1234F', uploads: {} },
  })
  act(() => vi.advanceTimersByTime(4_500))
  expect(screen.queryByText('at /')).toBeNull()
  act(() => vi.advanceTimersByTime(600))
  screen.getByText('at /')
})

test.each(['pointerdown', 'keydown', 'focusin'])(
  '%s stops the way home, and the code can be entered',
  async (event) => {
    const { device } = deviceWithAnswers({ 'POST /api/applications': accepted('unverified') })
    await openLocalData({ device })
    await openSupplierDocuments()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    press('Submit Application')
    await vi.waitFor(() => screen.getByRole('heading', { name: 'Application Submitted!' }))
    fireEvent(screen.getByRole('heading', { name: 'Application Submitted!' }), new Event(event, { bubbles: true }))
    screen.getByText('You stay here.')
    act(() => vi.advanceTimersByTime(20_000))
    expect(screen.getByRole('link', { name: 'Verify e-mail' }).getAttribute('href')).toBe(
      '#/wholesale/register?step=code',
    )
  },
)

test('a visitor who comes back to the form enters the code there', async () => {
  const { device, asked } = deviceWithAnswers({
    'POST /api/applications': accepted('unverified'),
    'POST /api/sessions': () =>
      answer(200, { account: { ...asha, id: 'm1' }, mailbox: { name: 'mailbox-m1', generation: 1 } }),
  })
  await openLocalData({ device })
  await openSupplierDocuments()
  press('Submit Application')
  await screen.findByRole('heading', { name: 'Application Submitted!' })
  cleanup()
  open('/wholesale/register')
  await screen.findByText('Your application waits for your code')
  cleanup()
  open('/driver/register?step=code')
  type('Six-digit code', '123456')
  press('Verify & Login')
  await waitFor(() => expect(asked.map(({ what }) => what)).toContain('POST /api/sessions'))
  expect(asked.find(({ what }) => what === 'POST /api/sessions')?.body).toMatchObject({
    ...{ email: 'meena@device.example', code: '123456' },
  })
})

test('without a network it is saved, and sent by itself when there is one', async () => {
  let isThere = false
  const { device, asked } = deviceWithAnswers({
    'POST /api/applications': () => {
      if (!isThere) throw new TypeError('no network')
      return accepted('unverified')()
    },
  })
  await openLocalData({ device })
  await openSupplierDocuments()
  screen.getByRole('button', { name: 'Submit Application' }).focus()
  press('Submit Application')
  await screen.findByText('Saved. It will be sent when you are online')
  // The button is gone.
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  press('Change something')
  await step('Your documents')
  press('Submit Application')
  await screen.findByText('Saved. It will be sent when you are online')
  isThere = true
  act(() => void dispatchEvent(new Event('online')))
  await screen.findByRole('heading', { name: 'Application Submitted!' })
  const ids = asked.map(({ body }) => Object(body).id).filter(Boolean)
  expect(new Set(ids).size).toBe(1)
})

test('what is being sent cannot be changed, and one that has arrived unheard is refused with a way to its code', async () => {
  const { promise: refused, resolve: refuse } = Promise.withResolvers<Response>()
  let id = ''
  const { device } = deviceWithAnswers({
    'POST /api/applications': (body) => {
      id = Object(body).id
      return refused
    },
    'GET /api/applications/current': () =>
      answer(200, {
        ...{ application: id, type: 'wholesale_supplier', state: 'unverified', at: new Date().toISOString() },
        email: 'meena@device.example',
      }),
  })
  await openLocalData({ device })
  await openSupplierDocuments()
  press('Submit Application')
  await screen.findByText('Your application is on its way')
  expect(screen.queryByRole('button', { name: 'Change something' })).toBeNull()
  refuse(answer(409, { error: 'already_applied' }))
  await screen.findByText('You have applied already')
  screen.getByText(/^We have sent it to meena@device\.example/)
  expect(screen.getByRole('link', { name: 'Enter the code' }).getAttribute('href')).toBe(
    '#/wholesale/register?step=code',
  )
  // Its draft is gone: the next application is another one.
  expect(applicationDraft('wholesale_supplier').id()).not.toBe(id)
})

test('an application that arrived unheard and is typed again differently, in another tab, leads to its code', async () => {
  const arrived: { id?: string; secret?: string; password?: string }[] = []
  const { device } = deviceWithAnswers({
    'POST /api/applications': (body: unknown) => {
      arrived.push(Object(body))
      if (arrived.length === 1) throw new TypeError('the answer was lost')
      return answer(409, { error: 'already_applied' })
    },
    'GET /api/applications/current': () => {
      const [first, second] = arrived
      if (first?.secret === undefined || second?.secret !== first.secret)
        return answer(404, { error: 'application_unknown' })
      return answer(200, {
        ...{ application: first.id, type: 'wholesale_supplier', state: 'unverified', at: new Date().toISOString() },
        email: 'meena@device.example',
      })
    },
  })
  await openLocalData({ device })
  await openSupplierDocuments()
  press('Submit Application')
  await screen.findByText('Saved. It will be sent when you are online')
  closeTab()
  await openLocalData({ device: await device.reload() })
  open('/wholesale/register?step=documents')
  fireEvent.click(await screen.findByRole('link', { name: /^Password/ }))
  await step('Your business')
  type('Password', 'eight888')
  type('Confirm password', 'eight888')
  press('Continue')
  await step('Your documents')
  press('Submit Application')
  await screen.findByText('You have applied already')
  expect(arrived.map(({ password }) => password)).toEqual(['seven77', 'eight888'])
  expect(screen.getByRole('link', { name: 'Enter the code' }).getAttribute('href')).toBe(
    '#/wholesale/register?step=code',
  )
})

test('a page that was closed before it could send says so, and asks again for what it does not store', async () => {
  const device = await openLocalData()
  await openSupplierDocuments()
  press('Submit Application')
  await screen.findByText('Saved. It will be sent when you are online')
  closeTab()
  await openLocalData({ device: await device.reload() })
  open('/wholesale/register?step=documents')
  await screen.findByText('Your application has not been sent from this tab')
  fireEvent.click(screen.getByRole('link', { name: /^Password/ }))
  await step('Your business')
  type('Password', 'seven77')
  type('Confirm password', 'seven77')
  press('Continue')
  await step('Your documents')
  press('Submit Application')
  await screen.findByText('Saved. It will be sent when you are online')
})

test('an e-mail that is taken is said beside its field, with a way to the login, and nothing is lost', async () => {
  const { device } = deviceWithAnswers({ 'POST /api/applications': () => answer(409, { error: 'email_taken' }) })
  await openLocalData({ device })
  await openSupplierDocuments()
  press('Submit Application')
  await screen.findByRole('button', { name: 'Sign in as meena@device.example' })
  fireEvent.click(screen.getByRole('link', { name: /^E-mail/ }))
  await step('Your business')
  await screen.findByText('There is already an account with this email')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('E-mail')))
  type('E-mail', 'devi@device.example')
  press('Continue')
  await step('Your documents')
  expect(screen.queryByRole('link', { name: /^E-mail/ })).toBeNull()
})

test('a visitor whose e-mail is taken signs in by the banner, and can submit what they typed', async () => {
  let isTaken = true
  const { device } = deviceWithAnswers({
    'POST /api/applications': () =>
      isTaken ? answer(409, { error: 'email_taken' }) : accepted('pending_verification')(),
  })
  await openLocalData({ device })
  await openSupplierDocuments()
  press('Submit Application')
  await screen.findByRole('button', { name: 'Sign in as meena@device.example' })
  press('Sign in as meena@device.example')
  await screen.findByText('at /login')
  cleanup()
  signIn(device, { ...asha, id: 'm1', email: 'meena@device.example' })
  isTaken = false
  open('/wholesale/register?step=documents')
  await step('Your documents')
  expect(screen.queryByRole('link', { name: /^E-mail/ })).toBeNull()
  press('Submit Application')
  await screen.findByRole('heading', { name: 'Application Submitted!' })
})

test('why an application was refused is gone with the sign-out', async () => {
  const { device } = deviceWithAnswers({
    'POST /api/applications': () => answer(429, { error: 'too_many_requests', retryAfterSeconds: 60 }),
  })
  await openLocalData({ device, account: asha, documents: [accountFact] })
  open('/wholesale/register')
  await step('Your business')
  type('Business name', 'Phool Mandi')
  type('Phone', '98290 11420')
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
  await screen.findByText('Please try again in 1 minute.')
  cleanup()
  signIn(device, undefined)
  open('/wholesale/register?step=documents')
  await step('Your documents')
  // An alert shows its text a moment after it has appeared.
  await screen.findByText(/^Still missing/)
  expect(screen.queryByText('Please try again in 1 minute.')).toBeNull()
})

test('a supplier’s file that turns out not to be one stops the submission, which then goes without it', async () => {
  const { device, asked } = deviceWithAnswers({ 'POST /api/applications': accepted('unverified') })
  await openLocalData({ device })
  await openSupplierDocuments()
  const input = screen.getByRole('listitem', { name: 'GST certificate' }).querySelector('input:not([capture])')
  if (input) fireEvent.change(input, { target: { files: [new File([aProgram()], 'gst.pdf')] } })
  press('Submit Application')
  await screen.findByText('Some of your documents have not arrived. Please choose them again.')
  screen.getByText(/^gst\.pdf is not a photo or PDF/)
  expect(asked).toEqual([])
  press('Submit Application')
  await screen.findByRole('heading', { name: 'Application Submitted!' })
})

test('without a network no file is said to be going up', async () => {
  const device = await openLocalData()
  device.setOnline(false)
  await openSupplierDocuments()
  const row = screen.getByRole('listitem', { name: 'GST certificate' })
  const input = row.querySelector('input:not([capture])')
  if (input) fireEvent.change(input, { target: { files: [new File([aPdf(1000)], 'gst.pdf')] } })
  await within(row).findByText(/^Saved on this phone/)
  press('Submit Application')
  await screen.findByText('Saved. It will be sent when you are online')
  expect(screen.queryByText('Your files are still going up.')).toBeNull()
})

test('a field that the service refuses is named, and marked when it is opened', async () => {
  const { device } = deviceWithAnswers({
    'POST /api/applications': () => answer(422, { error: 'invalid', fields: { address: 'too_long' } }),
  })
  await openLocalData({ device })
  await openSupplierDocuments()
  press('Submit Application')
  await screen.findByText('Please check: Business address')
  fireEvent.click(screen.getByRole('link', { name: /^Business address/ }))
  await step('Where you deliver')
  await screen.findByText('This is too long.')
})

test('an address that the mail server refuses is said, and can be corrected', async () => {
  const { device, asked } = deviceThatApplied({ state: 'unverified', mail: 'refused' })
  await openLocalData({ device })
  open('/driver/register?step=code')
  await screen.findByText('The mail cannot be delivered to imran@nowhere.example')
  type('E-mail', 'imran@device.example')
  press('Send the code there')
  await screen.findByText('We have sent a code to imran@device.example.')
  expect(asked.at(-1)?.what).toBe('GET /api/applications/current')
})

test('a mistyped address that accepts the mail can be corrected beside the code', async () => {
  const { device } = deviceThatApplied({ state: 'unverified', mail: 'sent' })
  await openLocalData({ device })
  open('/driver/register?step=code')
  press('Wrong address?')
  press('Back')
  screen.getByLabelText('Six-digit code')
  press('Wrong address?')
  type('E-mail', 'imran@device.example')
  press('Send the code there')
  await screen.findByText('We have sent a code to imran@device.example.')
})

test.each([
  ['pending_verification', /^Your e-mail address is verified/],
  ['discarded', /so your application was deleted/],
])('an application that became %s elsewhere says so once', async (state, sentence) => {
  const { device } = deviceThatApplied({ state })
  await openLocalData({ device })
  open('/driver/register')
  await screen.findByText(sentence)
  cleanup()
  open('/driver/register')
  await step('About you')
})

test('fields that the form does not ask for are not refused there, when the session ended during the submission', async () => {
  let hasSession = false
  const { device } = deviceWithAnswers({
    'POST /api/applications': () =>
      hasSession
        ? accepted('pending_verification')()
        : answer(422, { error: 'invalid', fields: { email: 'missing', password: 'missing' } }),
  })
  await openLocalData({ device, account: asha, documents: [{ ...accountFact, phone: '+919829011420' }] })
  open('/wholesale/register')
  await step('Your business')
  type('Business name', 'Phool Mandi')
  type('Contact person', 'Meena Devi')
  press('Continue')
  await step('Where you deliver')
  fillLocation()
  press('Continue')
  await step('Your papers, in numbers')
  fillSupplierNumbers()
  press('Continue')
  await step('Your documents')
  press('Submit Application')
  await screen.findByText('Registration failed')
  hasSession = true
  press('Submit Application')
  await screen.findByRole('heading', { name: 'Application Submitted!' })
})
