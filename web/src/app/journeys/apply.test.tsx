// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter, Route, Routes, useLocation, useNavigate } from 'react-router-dom'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { applicationDraft } from '../../data/applications/application-draft.ts'
import type { AccountSummary } from '../../data/local/session-state.ts'
import { aProgram } from '../../data/uploads/testing/files.ts'
import { DriverRegisterScreen } from '../../features/driver-register/driver-register.tsx'
import { RegisterScreen } from '../../features/register/register.tsx'
import { WholesaleRegisterScreen } from '../../features/wholesale-register/wholesale-register.tsx'
import { startLanguage } from '../../i18n/start.ts'
import { answer, deviceWithAnswers } from '../../testing/fake-service.ts'
import { type LocalData, openLocalData } from '../../testing/render-with-local-data.tsx'
import type { TestDevice } from '../../testing/test-device.ts'

beforeAll(startLanguage)
afterEach(() => void vi.useRealTimers())
// jsdom lays nothing out.
Element.prototype.scrollIntoView = () => undefined

const Elsewhere = () => <p>{`at ${useLocation().pathname}`}</p>

/** The browser's Back button. */
function SystemBack() {
  const navigate = useNavigate()
  return (
    <button type="button" onClick={() => void navigate(-1)}>
      system back
    </button>
  )
}

const open = (path: string) =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <SystemBack />
      <Routes>
        <Route path="/driver/register" element={<DriverRegisterScreen />} />
        <Route path="/wholesale/register" element={<WholesaleRegisterScreen />} />
        <Route path="/register" element={<RegisterScreen />} />
        <Route path="*" element={<Elsewhere />} />
      </Routes>
    </MemoryRouter>,
  )

const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const value = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label).value
const step = (name: string) => screen.findByRole('heading', { level: 2, name })

const asha: AccountSummary = { id: 'a1', email: 'asha@device.example', name: 'Asha Rathore', role: 'CUSTOMER' }
const accountFact = { _id: 'account', type: 'account', version: 1, ...asha, createdAt: '2026-11-01T10:00:00.000Z' }

/** Without an account, it signs out. */
function signIn({ sessionState }: TestDevice, account: AccountSummary | undefined) {
  const { signedIn: _, ...rest } = sessionState.get()
  sessionState.set({
    ...rest,
    ...(account && { signedIn: { account, mailbox: { name: 'mailbox-x', generation: 1 } } }),
  })
}

function fillPerson() {
  type('Name', 'Imran Khan')
  type('E-mail', 'Imran@device.example')
  type('Phone', '98290 11420')
  type('Emergency contact', '98290 11421')
  type('City', 'jaipur')
  type('Password', 'seven77')
  type('Confirm password', 'seven77')
}

function fillVehicle() {
  fireEvent.click(screen.getByLabelText('Motorcycle/Scooter'))
  type('Vehicle number', 'RJ14 AB 1234')
}

function fillNumbers() {
  type('Driving licence number', 'RJ14 20190034417')
  type('Aadhaar number', '2341 2341 2346')
  type('PAN number', 'ABCPE1234F')
}

function fillBusiness() {
  type('Business name', 'Phool Mandi')
  type('Contact person', 'Meena Devi')
  type('E-mail', 'meena@device.example')
  type('Phone', '98290 11420')
  type('Password', 'seven77')
  type('Confirm password', 'seven77')
}

function fillLocation() {
  type('Business address', '14 MI Road')
  fireEvent.click(screen.getByLabelText('Jaipur'))
  fireEvent.click(screen.getByLabelText('Mumbai'))
}

async function toSupplierDocuments() {
  fillBusiness()
  press('Continue')
  await step('Where you deliver')
  fillLocation()
  press('Continue')
  await step('Your papers, in numbers')
  type('GST number', '08ABCPE1234F1Z5')
  type('PAN number', 'ABCPE1234F')
  press('Continue')
  await step('Your documents')
}

const accepted = (state: string) => () =>
  answer(201, { application: 'x', type: 'wholesale_supplier', state, email: 'meena@device.example', isMailLate: false })

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

test('a supplier’s application arrives as it was typed, and its success leads home after five seconds', async () => {
  const { device, asked } = deviceWithAnswers({ 'POST /api/applications': accepted('unverified') })
  await openLocalData({ device })
  open('/wholesale/register')
  await step('Your business')
  await toSupplierDocuments()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  press('Submit Application')
  await vi.waitFor(() => screen.getByRole('heading', { name: 'Application Submitted!' }))
  screen.getByText(
    'Wholesale supplier application submitted successfully! Please check your email for verification and await approval.',
  )
  screen.getByText('within 1–2 business days')
  screen.getByText('within 24–48 hours')
  const { id, ...sent } = Object(asked.find(({ what }) => what === 'POST /api/applications')?.body)
  expect(id).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
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
    open('/wholesale/register')
    await step('Your business')
    await toSupplierDocuments()
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
  open('/wholesale/register')
  await step('Your business')
  await toSupplierDocuments()
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
  open('/wholesale/register')
  await step('Your business')
  await toSupplierDocuments()
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
  open('/wholesale/register')
  await step('Your business')
  await toSupplierDocuments()
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

test('a page that was closed before it could send says so, and asks again for what it does not store', async () => {
  const device = await openLocalData()
  open('/wholesale/register')
  await step('Your business')
  await toSupplierDocuments()
  press('Submit Application')
  await screen.findByText('Saved. It will be sent when you are online')
  cleanup()
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
  open('/wholesale/register')
  await step('Your business')
  await toSupplierDocuments()
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
  open('/wholesale/register')
  await step('Your business')
  await toSupplierDocuments()
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
  open('/wholesale/register')
  await step('Your business')
  await toSupplierDocuments()
  const input = screen.getByRole('listitem', { name: 'GST certificate' }).querySelector('input:not([capture])')
  if (input) fireEvent.change(input, { target: { files: [new File([aProgram()], 'gst.pdf')] } })
  press('Submit Application')
  await screen.findByText('Some of your documents have not arrived. Please choose them again.')
  screen.getByText(/^gst\.pdf is not a photo or PDF/)
  expect(asked).toEqual([])
  press('Submit Application')
  await screen.findByRole('heading', { name: 'Application Submitted!' })
})

test('a field that the service refuses is named, and marked when it is opened', async () => {
  const { device } = deviceWithAnswers({
    'POST /api/applications': () => answer(422, { error: 'invalid', fields: { address: 'too_long' } }),
  })
  await openLocalData({ device })
  open('/wholesale/register')
  await step('Your business')
  await toSupplierDocuments()
  press('Submit Application')
  await screen.findByText('Please check: Business address')
  fireEvent.click(screen.getByRole('link', { name: /^Business address/ }))
  await step('Where you deliver')
  await screen.findByText('This is too long.')
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
