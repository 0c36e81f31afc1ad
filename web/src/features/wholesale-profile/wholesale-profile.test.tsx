// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Account } from '#model'
import { chooseLanguage, startLanguage } from '../../i18n/start.ts'
import { anIntent, aReceipt, aUlid } from '../../testing/documents.ts'
import { type LocalData, renderWithLocalData } from '../../testing/render-with-local-data.tsx'
import type { TestDevice } from '../../testing/test-device.ts'
import { WholesaleProfileScreen } from './wholesale-profile.tsx'

let device: TestDevice | undefined
beforeAll(startLanguage)

const summary = { id: 's1', email: 'deccan@device.example', name: 'Ravi Shekhawat', role: 'SUPPLIER' as const }
const fact: Account = {
  ...{ _id: 'account', type: 'account', version: 1, ...summary, createdAt: '2026-11-01T05:00:00.000Z' },
  ...{ phone: '+919829011420', businessName: 'Deccan Blooms', contactPerson: 'Ravi Shekhawat' },
  ...{ address: '4, Flower Market, Dadar', citiesServed: ['mumbai', 'pune'] },
  approvedAt: '2026-11-05T05:00:00.000Z',
}

const screenOfSupplier = (
  <MemoryRouter>
    <WholesaleProfileScreen />
  </MemoryRouter>
)

async function open(data: LocalData = {}) {
  const rendered = await renderWithLocalData(screenOfSupplier, { account: summary, documents: [fact], ...data })
  device = rendered.device
  await screen.findByRole('heading', { name: 'Your supplier profile' })
}

const payloads = async () => ((await device?.databases.mailbox().allOf('intent')) ?? []).map(({ payload }) => payload)
const value = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent
const toggle = (name: RegExp) => screen.getByRole<HTMLInputElement>('switch', { name })
const edit = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Edit Profile' }))
  await screen.findByLabelText('Business name')
}
const type = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))

test('a supplier reads their business and the cities that they serve', async () => {
  await open()
  screen.getByText('Supplier since 5 November 2026')
  expect(value('Business name')).toBe('Deccan Blooms')
  expect(value('Contact person')).toBe('Ravi Shekhawat')
  expect(value('E-mail')).toBe('deccan@device.example')
  expect(value('Phone')).toBe('+91 98290 11420')
  expect(value('Business address')).toBe('4, Flower Market, Dadar')
  expect(value('Cities you serve')).toBe('Mumbai and Pune')
  expect(screen.getByRole('link', { name: 'Supplier Dashboard' }).getAttribute('href')).toBe('#/wholesale/dashboard')
})

test('a city that is added without a network shows at once, sends only what differs, and says how far it has got', async () => {
  await open()
  await edit()
  fireEvent.click(screen.getByLabelText('Surat'))
  fireEvent.click(screen.getByLabelText('Pune'))
  type('Contact person', 'Meena Shekhawat')
  save()
  await screen.findByText('Saved on this phone')
  expect(value('Cities you serve')).toBe('Mumbai and Surat')
  expect(await payloads()).toEqual([{ contactPerson: 'Meena Shekhawat', citiesServed: ['mumbai', 'surat'] }])
})

test('a supplier can neither remove the last city nor empty a value', async () => {
  await open()
  await edit()
  fireEvent.click(screen.getByLabelText('Mumbai'))
  fireEvent.click(screen.getByLabelText('Pune'))
  type('Business name', ' ')
  save()
  await screen.findByText('Enter the name of your business.')
  screen.getByText('Choose at least one city.')
  expect(await payloads()).toEqual([])
})

test('cancelling restores the values and sends nothing', async () => {
  await open()
  await edit()
  type('Business name', 'Deccan Flowers')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(value('Business name')).toBe('Deccan Blooms')
  await edit()
  save()
  await screen.findByRole('button', { name: 'Edit Profile' })
  expect(await payloads()).toEqual([])
})

test('a typed value is still there after a reload, until the supplier cancels', async () => {
  await open()
  await edit()
  type('Business name', 'Deccan Flo')
  cleanup()
  render(screenOfSupplier)
  expect((await screen.findByLabelText<HTMLInputElement>('Business name')).value).toBe('Deccan Flo')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(value('Business name')).toBe('Deccan Blooms')
})

test('e-mail notices are on until they are switched off, and SMS cannot be switched', async () => {
  await open()
  expect(toggle(/^E-mail notifications/).checked).toBe(true)
  expect(toggle(/^SMS notifications.*does not send SMS yet/)).toMatchObject({ checked: false, disabled: true })
  fireEvent.click(toggle(/^E-mail notifications/))
  const section = within(screen.getByRole('region', { name: 'Notifications and answers' }))
  await section.findByText('Saved on this phone')
  expect(toggle(/^E-mail notifications/).checked).toBe(false)
  expect(await payloads()).toEqual([{ emailNotices: false }])
})

test('the auto-response is on once its text is saved, and off without a question', async () => {
  await open()
  expect(toggle(/^Auto-response/).checked).toBe(false)
  fireEvent.click(toggle(/^Auto-response/))
  const text = await screen.findByLabelText<HTMLTextAreaElement>('Text of the auto-response')
  expect(text.value).toMatch(/^Thank you/)
  expect(await payloads()).toEqual([])
  type('Text of the auto-response', 'We deliver before 7 AM.')
  fireEvent.click(screen.getByRole('button', { name: 'Save the text' }))
  await screen.findByText('We deliver before 7 AM.', { selector: 'p' })
  expect(toggle(/^Auto-response/).checked).toBe(true)
  fireEvent.click(toggle(/^Auto-response/))
  await expect.poll(() => toggle(/^Auto-response/).checked).toBe(false)
  expect(await payloads()).toEqual([{ autoResponse: 'We deliver before 7 AM.' }, { autoResponse: '' }])
})

test('an auto-response has some text and at most 500 letters, is kept across a reload, and can be cancelled', async () => {
  await open()
  fireEvent.click(toggle(/^Auto-response/))
  type('Text of the auto-response', ' ')
  fireEvent.click(screen.getByRole('button', { name: 'Save the text' }))
  await screen.findByText('Enter the text that the buyer will read.')
  type('Text of the auto-response', 'क्षि'.repeat(501))
  screen.getByText('This is too long: please write 500 letters at most.')
  fireEvent.click(screen.getByRole('button', { name: 'Save the text' }))
  type('Text of the auto-response', 'We have roses.')
  cleanup()
  render(screenOfSupplier)
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Text of the auto-response')).value).toBe('We have roses.')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(toggle(/^Auto-response/).checked).toBe(false)
  expect(await payloads()).toEqual([])
})

test('a refused change says why, and the former value is back', async () => {
  const asked = { ...anIntent(aUlid(3)), kind: 'update-profile', payload: { citiesServed: ['surat'] } }
  const refused = aReceipt(aUlid(3), { outcome: 'refused', reason: 'role_changed' })
  await open({ documents: [fact, asked, refused] })
  await screen.findByText('The change was not accepted')
  expect(value('Cities you serve')).toBe('Mumbai and Pune')
})

test('the whole page is there in Hindi', async () => {
  onTestFinished(() => chooseLanguage('en'))
  await open()
  await chooseLanguage('hi')
  await screen.findByRole('heading', { name: 'आपकी सप्लायर प्रोफ़ाइल' })
  expect(value('कारोबार का नाम')).toBe('Deccan Blooms')
})
