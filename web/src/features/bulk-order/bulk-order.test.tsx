// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { StrictMode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import {
  type Account,
  bulkRequestId,
  dayOf,
  FLOWER_TYPES,
  type Intent,
  type InterestedSupplier,
  intentId,
  lastBulkDay,
} from '#model'
import { formatDate } from '../../i18n/format.ts'
import { startLanguage } from '../../i18n/start.ts'
import { logInInAnotherTab, logOutInAnotherTab } from '../../testing/another-tab.ts'
import { aBulkRequest, aReceipt, aRequestBulk, aUlid } from '../../testing/documents.ts'
import { fakeDialogs } from '../../testing/fake-dialogs.ts'
import { type LocalData, openLocalData } from '../../testing/render-with-local-data.tsx'
import type { TestDevice } from '../../testing/test-device.ts'
import { ToastRegion } from '../../ui/overlays/toasts.tsx'
import { BulkOrderScreen } from './bulk-order.tsx'

beforeAll(startLanguage)
fakeDialogs()
window.scrollTo = () => undefined

const account = { id: 'a1', email: 'asha@device.example', name: 'Asha', role: 'CUSTOMER' as const }
const fact: Account = {
  ...{ _id: 'account', type: 'account', version: 1, ...account, createdAt: '2026-11-01T05:00:00.000Z' },
  ...{ phone: '+919829011420', city: 'pune' },
}
const deccan: InterestedSupplier = {
  ...{ supplier: 's1', name: 'Deccan Blooms', email: 'deccan@device.example', phone: '+919829055111' },
  ...{ at: '2026-11-21T10:30:00.000Z', autoResponse: 'We call you within the hour.' },
}
const surya: InterestedSupplier = { supplier: 's2', name: 'Surya Flowers', at: '2026-11-21T11:00:00.000Z' }

async function show(data: LocalData = {}): Promise<TestDevice> {
  const device = await openLocalData(data)
  await renderScreen()
  return device
}

/** Shows the screen again on the device that is open. */
async function renderScreen() {
  cleanup()
  render(
    <StrictMode>
      <MemoryRouter>
        <BulkOrderScreen />
        <ToastRegion />
      </MemoryRouter>
    </StrictMode>,
  )
  await screen.findByLabelText('Quantity')
}

const type = (label: string | RegExp, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
const typed = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label).value
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const chip = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const today = () => dayOf(new Date())

async function fillIn() {
  fireEvent.click(chip('Roses'))
  type('Quantity', '300')
  type('City', 'Jaipur')
  type('Needed on', today())
  type('Delivery address', 'Chokhi Dhani Road')
  type('Your name', 'Kavya Menon')
  type('Phone', '98290 55110')
  type('E-mail', 'kavya@device.example')
}

const intents = async (device: TestDevice): Promise<readonly Intent[]> => device.databases.mailbox().allOf('intent')
const requests = () => screen.findByRole('list', { name: 'Your requests' })

const aRefused = (n: number, reason: string, changes = {}) => [
  {
    ...{ _id: intentId(aUlid(n)), type: 'intent', kind: 'request-bulk', device: 'elsewhere', n },
    ...{ madeAt: '2026-11-21T10:00:00.000Z', payload: aRequestBulk(changes) },
  },
  aReceipt(aUlid(n), { outcome: 'refused', reason }),
]

test('an empty form says next to each field what is missing, and leads to the first', async () => {
  const device = await show()
  press('Submit Request')
  const alert = await screen.findByRole('alert')
  await within(alert).findByText('Please fill in all required fields.')
  within(alert).getByText(/and 7 more fields are empty\.$/)
  for (const text of [
    ...['Choose at least one kind of flower.', 'Enter how many you need.', 'Choose a city.'],
    ...['Choose the day of the delivery.', 'Enter the delivery address.', 'Enter your name.'],
    ...['Enter your phone number.', 'Enter your e-mail address, like asha@example.com.'],
  ])
    screen.getByText(text)
  expect(document.activeElement).toBe(chip('Roses'))
  act(() => screen.getByLabelText('E-mail').focus())
  fireEvent.click(within(alert).getByRole('button', { name: 'Flower types' }))
  expect(document.activeElement).toBe(chip('Roses'))
  expect(await intents(device)).toEqual([])
})

test('a visitor without a network sends a request: it is saved here, and the form is empty again after three seconds', async () => {
  const device = await show()
  expect(screen.getByLabelText<HTMLSelectElement>('Unit').value).toBe('stems')
  await screen.findByText('No requests yet')
  await fillIn()
  press('8 more')
  fireEvent.click(chip("Baby's Breath"))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  press('Submit Request')
  const title = await screen.findByRole('heading', { level: 1, name: 'Request Submitted!' })
  await waitFor(() => expect(document.activeElement).toBe(title))
  screen.getByText(/^It is saved on this phone/)
  expect(screen.queryByLabelText('Quantity')).toBeNull()

  const [asked] = await intents(device)
  expect(asked).toMatchObject({ kind: 'request-bulk' })
  expect(asked?.payload).toEqual({
    ...{ buyerName: 'Kavya Menon', phone: '+919829055110', email: 'kavya@device.example', city: 'jaipur' },
    ...{ deliveryAddress: 'Chokhi Dhani Road', flowerTypes: ['Roses', "Baby's Breath"], quantity: 300 },
    ...{ quantityUnit: 'stems', deliveryDate: today() },
  })
  const own = await requests()
  within(own).getByRole('heading', { name: "300 stems of roses, baby's breath" })
  within(own).getByText('Saved on this phone')
  screen.getByText(/^Without an account, your requests stay on this phone\./)

  await act(() => vi.advanceTimersByTimeAsync(3000))
  await screen.findByRole('heading', { level: 1, name: 'Flowers by the hundred' })
  expect(typed('Quantity')).toBe('')
  expect(chip('Roses').checked).toBe(false)
})

test('the form says up to which day it accepts a delivery', async () => {
  const device = await show()
  await fillIn()
  expect(screen.getByLabelText<HTMLInputElement>('Needed on').max).toBe(lastBulkDay(new Date()))
  type('Needed on', '2099-12-31')
  press('Submit Request')
  await screen.findByText(`Choose a day up to ${formatDate(lastBulkDay(new Date()), 'date', 'en')}.`)
  expect(await intents(device)).toEqual([])
})

test('one press shows the other flowers, and the first of them gets the focus', async () => {
  await show()
  expect(screen.getAllByRole('checkbox')).toHaveLength(5)
  press('8 more')
  expect(screen.getAllByRole('checkbox')).toHaveLength(FLOWER_TYPES.length)
  expect(document.activeElement).toBe(chip('Carnations'))
  fireEvent.click(chip('Eucalyptus'))
  await renderScreen()
  // What was chosen is shown, though it is not among the first.
  expect(chip('Eucalyptus').checked).toBe(true)
  screen.getByRole('button', { name: '7 more' })
})

test('an account finds its name, e-mail, phone and city filled in, and what was typed comes back after a reload', async () => {
  const device = await show({ account, documents: [fact] })
  expect(['Your name', 'E-mail', 'Phone', 'City'].map(typed)).toEqual([
    ...['Asha', 'asha@device.example', '+91 98290 11420', 'Pune'],
  ])
  type('Your name', 'Meera')
  type('Quantity', '40')
  await renderScreen()
  expect([typed('Your name'), typed('Quantity')]).toEqual(['Meera', '40'])

  act(() => logOutInAnotherTab(device))
  screen.getByRole('heading', { name: 'You are logged out' })
  act(() => logInInAnotherTab(device, { ...account, id: 'a2', name: 'Ravi', email: 'ravi@device.example' }))
  await screen.findByLabelText('Quantity')
  expect([typed('Your name'), typed('Quantity')]).toEqual(['Ravi', ''])
})

test('the form says who answers if no supplier serves the city, and nothing before this device knows', async () => {
  const device = await show()
  type('City', 'Kota')
  expect(screen.queryByText(/^No supplier serves/)).toBeNull()
  await act(async () => {
    await device.databases.catalogue.db.bulkDocs([{ _id: 'served-cities', type: 'served-cities', cities: ['jaipur'] }])
  })
  await screen.findByText('No supplier serves Kota yet. Mogra’s team will answer you.')
  type('City', 'Jaipur')
  await waitFor(() => expect(screen.queryByText(/^No supplier serves/)).toBeNull())
})

test('a confirmed request shows its number and nobody yet, then who is interested and how to reach them', async () => {
  const device = await show({ account, documents: [aBulkRequest()] })
  const own = await requests()
  within(own).getByText('BLK1763719200000ABC')
  within(own).getByText(/^Confirmed, /)
  within(own).getByText('No supplier has answered yet. We mail you when one does.')
  await act(async () => {
    const { db } = device.databases.mailbox()
    const stored = await db.get(bulkRequestId(aUlid()))
    await db.put({ ...stored, version: 2, interested: [deccan, surya] })
  })
  await within(own).findByText('2 suppliers interested')
  within(own).getByText('We call you within the hour.')
  const call = within(own).getByRole('link', { name: 'Call Deccan Blooms: +91 98290 55111' })
  expect(call.getAttribute('href')).toBe('tel:+919829055111')
  const mail = within(own).getByRole('link', { name: 'E-mail to Deccan Blooms: deccan@device.example' })
  expect(mail.getAttribute('href')).toBe('mailto:deccan@device.example?subject=Bulk%20request%20BLK1763719200000ABC')
  const message = within(own).getByRole('link', { name: 'Message Deccan Blooms' })
  expect(message.getAttribute('href')).toBe(`#/chat/bulk-${aUlid()}-s1`)
})

test('a visitor reaches interested suppliers by phone and e-mail, and has no conversations', async () => {
  await show({ documents: [aBulkRequest(aUlid(), { interested: [deccan] })] })
  const own = await requests()
  within(own).getByRole('link', { name: /^Call Deccan Blooms/ })
  expect(within(own).queryByRole('link', { name: /^Message/ })).toBeNull()
})

test('a buyer says with whom it was agreed, and reads how far that has got', async () => {
  const device = await show({ account, documents: [aBulkRequest(aUlid(), { interested: [deccan, surya] })] })
  await requests()
  press('We agreed')
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Surya Flowers' }))
  await screen.findByText('Agreement saved on this phone')
  const [asked] = await intents(device)
  expect(asked).toMatchObject({ kind: 'withdraw-bulk', payload: { request: aUlid(), agreedWith: 's2' } })
  expect(screen.queryByRole('button', { name: 'We agreed' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull()
})

test('a buyer who withdraws a request confirms it first, and the withdrawal waits for the network', async () => {
  const device = await show({ documents: [aBulkRequest()] })
  await requests()
  press('Withdraw')
  const dialog = screen.getByRole('dialog')
  within(dialog).getByRole('heading', { name: 'Withdraw this request?' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Keep it' }))
  expect(await intents(device)).toEqual([])
  press('Withdraw')
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Withdraw' }))
  await screen.findByText('Withdrawal saved on this phone')
  expect((await intents(device))[0]?.payload).toEqual({ request: aUlid() })
})

test('requests that have ended are behind a button, with how they ended', async () => {
  await show({
    account,
    documents: [
      aBulkRequest(aUlid(4)),
      aBulkRequest(aUlid(3), { state: 'agreed', agreedWith: 's2', interested: [deccan, surya] }),
      aBulkRequest(aUlid(2), { state: 'expired', quantity: 20 }),
      aBulkRequest(aUlid(1), { state: 'withdrawn', quantity: 10 }),
    ],
  })
  expect(within(await requests()).getAllByRole('listitem')).toHaveLength(1)
  press('Earlier requests (3)')
  const earlier = screen.getByRole('list', { name: 'Earlier requests (3)' })
  within(earlier).getByText(/^Agreed with Surya Flowers, /)
  within(earlier).getByText('You agreed')
  within(earlier).getByText('The delivery date has passed.')
  within(earlier).getByText(/^Withdrawn, /)
  expect(within(earlier).queryByRole('button')).toBeNull()
})

test('a refused request says why, and is filled in again without its day; what was typed instead comes back by Undo', async () => {
  const device = await show({
    account,
    documents: [fact, ...aRefused(1, 'date_passed', { deliveryDate: '2026-01-02' })],
  })
  const own = await requests()
  within(own).getByText('Not accepted')
  within(own).getByText(/^The delivery date had passed when this reached Mogra\./)
  type('Quantity', '40')
  press('Fill in again')
  await waitFor(() => expect(typed('Quantity')).toBe('300'))
  expect(typed('Needed on')).toBe('')
  expect(document.activeElement).toBe(chip('Roses'))
  press('Undo')
  await waitFor(() => expect(typed('Quantity')).toBe('40'))

  press('Fill in again')
  await waitFor(() => expect(typed('Quantity')).toBe('300'))
  type('Needed on', today())
  press('Submit Request')
  await within(own).findByText('Saved on this phone')
  // The refusal has been answered by the new request.
  await waitFor(() => expect(screen.queryByText('Not accepted')).toBeNull())
  expect(await intents(device)).toHaveLength(2)
})

test('a refusal that was read can be dismissed', async () => {
  await show({ documents: aRefused(1, 'too_many_requests') })
  within(await requests()).getByText(/^There were too many bulk requests today\./)
  press('Dismiss')
  await screen.findByText('No requests yet')
})

test('a phone that cannot store the request says so, and keeps what was typed', async () => {
  const device = await show()
  await fillIn()
  device.databases.mailbox().db.put = () => Promise.reject(new Error('broken'))
  press('Submit Request')
  await screen.findByText('That could not be saved on this phone. Please try again.')
  expect(typed('Quantity')).toBe('300')
})

test('while the account’s data arrives, no list of requests is called empty', async () => {
  await show({ account, isArriving: true })
  await screen.findByText('Your requests are still arriving')
  expect(screen.queryByText('No requests yet')).toBeNull()
})
