// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import {
  type Account,
  type BulkInterestFact,
  type BulkRow,
  bulkId,
  bulkInterestId,
  type IntentKind,
  intentId,
  type UpdateProfile,
  ulidOf,
} from '#model'
import '../../i18n/screens-english.ts'
import { chooseLanguage, startLanguage } from '../../i18n/start.ts'
import { aReceipt, aUlid } from '../../testing/documents.ts'
import { type LocalData, renderWithLocalData } from '../../testing/render-with-local-data.tsx'
import { testDevice } from '../../testing/test-device.ts'
import { showToast, ToastRegion } from '../../ui/overlays/toasts.tsx'
import { WholesaleDashboardScreen } from './wholesale-dashboard.tsx'

beforeAll(startLanguage)
beforeEach(() => showAs('desktop'))
// A toast outlives the test that caused it: the first one here replaces it, the second one an announcement behind it.
beforeEach(() => {
  showToast({ message: '' })()
  showToast({ message: '' })()
})

/** On a phone the parts of the dashboard are links below the thumb, and an opened request takes its row's place. */
function showAs(device: 'phone' | 'desktop') {
  const matches = (query: string) => query.includes('>=') === (device === 'desktop')
  vi.stubGlobal('matchMedia', (query: string) => ({
    ...{ matches: matches(query), addEventListener() {}, removeEventListener() {} },
  }))
}

/** Thursday, 26 November, 10:30 AM in India. */
const NOW = new Date('2026-11-26T05:00:00.000Z')
const AT = '2026-11-26T04:35:00.000Z'
const account = { id: 's1', email: 'deccan@mogra.example', name: 'Ravi Shekhawat', role: 'SUPPLIER' as const }
const supplier = (changes: Partial<Account> = {}): Account => ({
  ...{ _id: 'account', type: 'account', version: 1, ...account, createdAt: AT },
  ...{ businessName: 'Deccan Blooms', citiesServed: ['mumbai', 'pune'], ...changes },
})
type Asks = Partial<Omit<BulkRow, '_id' | 'type'>>
const asks = (n: number, changes: Asks = {}) => ({
  ...{ number: `BLK179523192769${n}AB1`, buyerName: 'Meher Events', city: 'mumbai', flowerTypes: ['Roses' as const] },
  ...{ quantity: 40 + n, quantityUnit: 'boxes' as const, deliveryDate: '2026-12-02', postedAt: AT, ...changes },
})
const row = (n: number, changes: Asks = {}): BulkRow => ({
  ...{ _id: bulkId(aUlid(n)), type: 'bulk', version: 1, ...asks(n, changes) },
})
const contact = { phone: '+919829011420', email: 'meher@mogra.example' }
const fact = (n: number, changes: Partial<BulkInterestFact> = {}): BulkInterestFact => ({
  ...{ _id: bulkInterestId(aUlid(n)), type: 'bulk-interest', version: 2, ...asks(n) },
  ...{ state: 'interested', interestedAt: AT, changedAt: AT, contact, conversation: `bulk-${aUlid(n)}-s1`, ...changes },
})

async function show(tab: '' | 'requests', data: LocalData = {}) {
  const shown = await renderWithLocalData(
    <MemoryRouter initialEntries={[`/wholesale/dashboard?tab=${tab}`]}>
      <WholesaleDashboardScreen />
      <ToastRegion />
    </MemoryRouter>,
    { account, documents: [supplier()], bulkRows: [], device: testDevice({ now: () => NOW }), ...data },
  )
  await screen.findByRole('heading', { name: 'Deccan Blooms', level: 1 })
  const { db } = shown.device.databases.mailbox()
  const asked = () => shown.device.databases.mailbox().openIntents('show-interest', 'withdraw-interest')
  /** What the service writes when it has done what was asked last. */
  const confirm = async (...facts: BulkInterestFact[]) => {
    const last = (await asked()).at(-1)
    await act(async () => {
      await db.bulkDocs([...facts, aReceipt(ulidOf(last?.intent._id ?? ''), { decidedAt: AT, receivedAt: AT })])
    })
  }
  const intents = async (...kinds: IntentKind[]) =>
    (await shown.device.databases.mailbox().openIntents(...kinds)).map(({ intent }) => intent.payload)
  return { ...shown, db, confirm, intents }
}

const rows = () => screen.queryAllByRole('button', { expanded: false }).map(({ textContent }) => textContent)
const figure = (label: string) => screen.getByText(label).previousElementSibling?.textContent

test('a supplier reads how many requests are open, interest them and were agreed, and how many cities they serve', async () => {
  const figures = { _id: 'supplier', type: 'supplier', version: 3, completedDeals: 11 }
  await show('', { documents: [supplier(), fact(2), figures], bulkRows: [row(1), row(2), row(3)] })
  screen.getByText('You serve Mumbai and Pune.')
  await waitFor(() => expect(figure('pending in your cities')).toBe('3'))
  expect(figure('you are interested in')).toBe('1')
  expect(figure('completed deals')).toBe('11')
  expect(figure('cities served')).toBe('2')
  screen.getByRole('button', { name: 'Bulk Requests (3 pending)' })
})

test('a supplier sees waiting requests by the day on which they are needed, and shows interest from there', async () => {
  const bulkRows = [row(1, { deliveryDate: '2026-12-20' }), row(2, { deliveryDate: '2026-11-27' }), row(3)]
  const { intents } = await show('', { bulkRows })
  const waiting = within(await screen.findByRole('region', { name: 'Waiting for you' }))
  const names = () => waiting.getAllByRole('button').map(({ ariaLabel }) => ariaLabel)
  await waitFor(() => expect(names()).toHaveLength(3))
  expect(names()).toEqual([
    ...['Interested: 42 boxes of roses, Mumbai', 'Interested: 43 boxes of roses, Mumbai'],
    'Interested: 41 boxes of roses, Mumbai',
  ])
  waiting.getByText('Mumbai, for 27 Nov, tomorrow')
  expect(waiting.getAllByRole('link')[0]?.getAttribute('href')).toBe(
    `#/wholesale/dashboard?tab=requests&request=${aUlid(2)}`,
  )
  const first = waiting.getByRole('button', { name: /^Interested: 42/ })
  first.focus()
  fireEvent.click(first)
  await waitFor(() => expect(names()).toHaveLength(2))
  expect(document.activeElement?.ariaLabel).toMatch(/^Interested: 43/)
  expect(await intents('show-interest')).toEqual([{ request: aUlid(2) }])
})

test('the recent activity is the last three things that happened, the newest first', async () => {
  const at = (minute: number) => `2026-11-26T04:0${minute}:00.000Z`
  const documents = [
    supplier(),
    fact(4, { state: 'agreed', changedAt: at(5) }),
    fact(3, { state: 'closed', ended: 'expired', changedAt: at(1) }),
    fact(2, { changedAt: at(3) }),
  ]
  await show('', { documents, bulkRows: [row(1, { postedAt: at(4), city: 'pune' })] })
  const activity = within(screen.getByRole('region', { name: 'Recent activity' }))
  await waitFor(() => expect(activity.getAllByRole('listitem')).toHaveLength(3))
  expect(activity.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Meher Events agreed with you'),
    expect.stringContaining('New in Pune'),
    expect.stringContaining('Interested: 42 boxes of roses'),
  ])
})

test('without requests there is no activity, and without cities the supplier is led to choose them', async () => {
  await show('', { documents: [supplier({ citiesServed: [] })], bulkRows: undefined })
  await screen.findByText('No recent activity')
  await screen.findByText('No service areas configured')
  const choose = screen.getByRole('link', { name: 'Choose your cities' })
  expect(choose.getAttribute('href')).toBe('#/wholesale/profile')
})

test('interest without a network is saved, sent later, and brings the contact only when it is confirmed', async () => {
  const { device, confirm, intents } = await show('requests', { bulkRows: [row(1)] })
  act(() => device.setOnline(false))
  fireEvent.click(await screen.findByRole('button', { name: /^Interested: / }))
  const card = within(screen.getByRole('article'))
  await card.findByText('The buyer is told when the network is back.')
  card.getByText(/^Interest saved on this phone/)
  expect(card.queryByRole('link', { name: /^(Call|Message)/ })).toBeNull()
  expect(await intents('show-interest')).toEqual([{ request: aUlid(1) }])

  await confirm(fact(1))
  await screen.findByText('Successfully marked as interested!')
  expect((await card.findByRole('link', { name: 'Call Meher Events' })).getAttribute('href')).toBe('tel:+919829011420')
  expect(card.getByRole('link', { name: 'E-mail to Meher Events' }).getAttribute('href')).toBe(
    'mailto:meher@mogra.example?subject=Your%20bulk%20request%20BLK1795231927691AB1%20on%20Mogra',
  )
  expect(card.getByRole('link', { name: 'Message Meher Events' }).getAttribute('href')).toBe(
    `#/chat/bulk-${aUlid(1)}-s1`,
  )
  card.getByText(/^Interest confirmed/)
})

test('interest is removed: the contact goes at once, and the alert comes when it is confirmed', async () => {
  const { confirm, intents } = await show('requests', { documents: [supplier(), fact(1)], bulkRows: [row(1)] })
  fireEvent.click(await screen.findByRole('button', { name: /^Remove Interest: / }))
  await screen.findByText(/^Removal saved on this phone/, { selector: 'article p' })
  expect(screen.queryByRole('link', { name: /^Call/ })).toBeNull()
  expect(await intents('withdraw-interest')).toEqual([{ request: aUlid(1) }])
  await confirm({ ...fact(1, { state: 'withdrawn' }), contact: undefined, _id: bulkInterestId(aUlid(1)), version: 3 })
  await screen.findByText('Successfully marked as not interested!')
})

test('a change that was confirmed before the dashboard opened shows no toast', async () => {
  const intent = {
    ...{ _id: intentId(aUlid(8)), type: 'intent', kind: 'show-interest', device: 'd', n: 1, madeAt: AT },
  }
  const documents = [supplier(), fact(1), { ...intent, payload: { request: aUlid(1) } }, aReceipt(aUlid(8))]
  await show('requests', { documents, bulkRows: [row(1)] })
  await screen.findByRole('link', { name: 'Call Meher Events' })
  expect(screen.queryByText('Successfully marked as interested!')).toBeNull()
})

test('a phone that cannot store the interest says so', async () => {
  const { device } = await show('requests', { bulkRows: [row(1)] })
  vi.spyOn(device.databases.mailbox(), 'putIntent').mockRejectedValue(new Error('lost'))
  fireEvent.click(await screen.findByRole('button', { name: /^Interested: / }))
  await screen.findByText('Error updating your interest. Please try again.')
})

test('a supplier reads why interest was refused, until they dismiss it', async () => {
  const intent = {
    ...{ _id: intentId(aUlid(8)), type: 'intent', kind: 'show-interest', device: 'd', n: 1, madeAt: AT },
  }
  const refused = aReceipt(aUlid(8), { outcome: 'refused', reason: 'request_closed' })
  await show('requests', {
    documents: [supplier(), { ...intent, payload: { request: aUlid(1) } }, refused],
    bulkRows: [row(2)],
  })
  await screen.findByText('Your interest in a bulk request was not accepted')
  await screen.findByText('This request had ended already. Other requests are on your dashboard.')
  expect(screen.queryByText(/try again/), 'trying again would not help').toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(screen.queryByText(/was not accepted$/)).toBeNull())
})

test('a supplier whose feed is still arriving reads no number of requests', async () => {
  await show('requests', { bulkRows: undefined })
  await screen.findByText('The requests of your cities are still arriving')
  screen.getByRole('button', { name: 'Bulk Requests' })
  screen.getByRole('heading', { name: 'Bulk Requests' })
})

test('while the account is arriving, the figures that may still change are not known', async () => {
  await show('', { bulkRows: [row(1)], isArriving: true })
  await waitFor(() => expect(figure('pending in your cities')).toBe('1'))
  expect([figure('you are interested in'), figure('completed deals')]).toEqual(['–', '–'])
})

test('a supplier without cities has no open requests', async () => {
  await show('', { documents: [supplier({ citiesServed: [] })], bulkRows: undefined })
  await waitFor(() => expect(figure('pending in your cities')).toBe('0'))
  screen.getByRole('button', { name: 'Bulk Requests (0 pending)' })
})

test('a supplier who removes the interest does not read that the buyer is told', async () => {
  const { device } = await show('requests', { documents: [supplier(), fact(1)], bulkRows: [row(1)] })
  act(() => device.setOnline(false))
  fireEvent.click(await screen.findByRole('button', { name: /^Remove Interest: / }))
  await screen.findByText('It is sent when the network is back.')
  expect(screen.queryByText(/The buyer is told/)).toBeNull()
})

test('a request that the supplier withdrew from and that is not in the feed is not called ended', async () => {
  await show('requests', { documents: [supplier(), fact(1, { state: 'withdrawn', contact: undefined })] })
  await screen.findByText('You withdrew your interest.')
  expect(screen.getAllByText('Interest removed')).toHaveLength(2)
  expect(screen.queryByText('Ended', { selector: 'article *' })).toBeNull()
})

test.each<[string, UpdateProfile, boolean]>([
  ['the cities', { citiesServed: ['surat'] }, true],
  ['the name only', { name: 'Ravi Singh' }, false],
])('an empty list says that cities are not confirmed if that holds for them: %s', async (_, payload, isUnconfirmed) => {
  const intent = {
    ...{ _id: intentId(aUlid(8)), type: 'intent', kind: 'update-profile', device: 'd', n: 1, madeAt: AT, payload },
  }
  await show('requests', { documents: [supplier({ citiesServed: ['surat'] }), intent] })
  await screen.findByText('One city only: Surat')
  expect(screen.queryByText('Mogra has not confirmed your cities yet') !== null).toBe(isUnconfirmed)
})

test('search, city, date and state narrow the list, and one press shows all again', async () => {
  const bulkRows = [row(1), row(2, { city: 'pune' }), row(3, { deliveryDate: '2027-02-01' })]
  showAs('phone')
  await show('requests', { documents: [supplier(), fact(1)], bulkRows })
  await waitFor(() => expect(rows()).toHaveLength(3))
  fireEvent.change(screen.getByRole('combobox', { name: 'City' }), { target: { value: 'pune' } })
  expect(rows()).toEqual([expect.stringContaining('42 boxes')])
  fireEvent.change(screen.getByRole('combobox', { name: 'City' }), { target: { value: '' } })
  fireEvent.change(screen.getByRole('combobox', { name: 'Needed on' }), { target: { value: 'later' } })
  expect(rows()).toEqual([expect.stringContaining('43 boxes')])
  fireEvent.click(screen.getByRole('radio', { name: 'Interested' }))
  screen.getByText('No request matches')
  fireEvent.click(screen.getByRole('button', { name: 'Show all requests' }))
  expect(rows()).toHaveLength(3)
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'pune' } })
  expect(rows()).toEqual([expect.stringContaining('42 boxes')])
})

test('on a phone an opened request takes its row’s place and folds again, and the parts are below the thumb', async () => {
  showAs('phone')
  await show('requests', { bulkRows: [row(1), row(2)] })
  const bar = screen.getByRole('navigation', { name: 'Supplier Dashboard' })
  const requests = await within(bar).findByRole('link', { name: 'Requests, 2 pending' })
  expect([requests.getAttribute('aria-current'), requests.getAttribute('href')]).toEqual([
    ...['page', '#/wholesale/dashboard?tab=requests'],
  ])
  expect(within(bar).getAllByRole('link')).toHaveLength(3)
  screen.getByRole('heading', { name: 'Bulk Requests (2 pending)' })
  await waitFor(() => expect(rows()).toHaveLength(2))
  const [first] = screen.getAllByRole('button', { expanded: false })
  first?.focus()
  fireEvent.click(first as HTMLElement)
  const card = within(screen.getByRole('article', { name: '42 boxes of roses, Mumbai' }))
  expect(rows()).toHaveLength(1)
  card.getByText('Wednesday, 2 December, in 6 days')
  card.getByText('BLK1795231927692AB1')
  const close = card.getByRole('button', { name: /^Close: / })
  expect(document.activeElement).toBe(close)
  fireEvent.click(close)
  expect(rows()).toHaveLength(2)
  expect(document.activeElement?.textContent).toContain('42 boxes')
})

test('the buyer’s own words are shown, and an ended request says how it ended', async () => {
  const documents = [supplier(), fact(1, { state: 'closed', ended: 'agreed', contact: undefined })]
  await show('requests', { documents, bulkRows: [row(2, { additionalNotes: 'Red only, before 7 AM' })] })
  await screen.findByText('Red only, before 7 AM')
  fireEvent.click(screen.getByRole('button', { name: /^41 boxes/ }))
  await screen.findByText('The buyer agreed with another supplier.')
  expect(screen.queryByRole('button', { name: /Interest/ })).toBeNull()
})

test.each<[string, LocalData, string, string]>([
  [
    ...(['no cities are chosen', { documents: [supplier({ citiesServed: [] })], bulkRows: undefined }] as const),
    ...(['No cities chosen', 'Choose your cities'] as const),
  ],
  [
    ...(['nobody in the only city asks', { documents: [supplier({ citiesServed: ['surat'] })] }] as const),
    ...(['One city only: Surat', 'Serve more cities'] as const),
  ],
  [
    ...(['the requests are still arriving', { bulkRows: undefined }] as const),
    ...(['The requests of your cities are still arriving', 'Serve more cities'] as const),
  ],
])('an empty list says why: %s', async (_, data, why, action) => {
  await show('requests', data)
  await screen.findByRole('heading', { name: 'No Bulk Requests' })
  const checks = screen.getByRole('heading', { name: 'Why it may be quiet' }).parentElement as HTMLElement
  within(checks).getByText(why)
  within(checks).getByText('Your account is approved')
  expect(screen.getByRole('link', { name: action }).getAttribute('href')).toBe('#/wholesale/profile')
})

test('without a network an empty list does not say that nobody asks', async () => {
  const { device } = await show('requests')
  await screen.findByText('Nobody in Mumbai and Pune has an open request now.')
  act(() => device.setOnline(false))
  await screen.findByText('This phone does not know yet whether there are any.')
})

test('a supplier whose session has ended is led to the login instead of being told that nobody asks', async () => {
  const { device } = await show('requests', { documents: [supplier(), fact(1)], bulkRows: [row(2)] })
  await screen.findByRole('button', { name: /^42 boxes/ })
  act(() => device.sessionState.set({ ...device.sessionState.get(), signedOutByServer: true }))
  const login = await screen.findByRole('link', { name: 'Log in again to see the requests of your cities.' })
  expect(login.getAttribute('href')).toBe('#/login?next=%2Fwholesale%2Fdashboard%3Ftab%3Drequests')
})

test('the whole dashboard is there in Hindi', async () => {
  onTestFinished(() => chooseLanguage('en'))
  await show('requests', { bulkRows: [row(1)] })
  await act(() => chooseLanguage('hi'))
  await screen.findByRole('button', { name: 'थोक अनुरोध (1 खुले)' })
  await screen.findByText('मुंबई, 2 दिस॰ के लिए, 6 दिन में', { exact: false })
})
