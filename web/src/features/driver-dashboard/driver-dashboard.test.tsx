// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { encodeTime } from 'ulid'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import {
  type DeliveryFact,
  type DeliveryRow,
  type Earning,
  type IntentKind,
  type IntentOf,
  intentId,
  type PartnerFact,
  type Payout,
  type Receipt,
} from '#model'
import { startLanguage } from '../../i18n/start.ts'
import { aReceipt } from '../../testing/documents.ts'
import { fakeDialogs } from '../../testing/fake-dialogs.ts'
import { type LocalData, renderWithLocalData } from '../../testing/render-with-local-data.tsx'
import { testDevice } from '../../testing/test-device.ts'
import { DriverDashboardScreen } from './driver-dashboard.tsx'

beforeAll(startLanguage)
beforeAll(fakeDialogs)
beforeEach(() => showAs('desktop'))

/** On a phone the parts of the dashboard are links below the thumb. */
function showAs(device: 'phone' | 'desktop') {
  const list = { matches: device === 'phone', addEventListener() {}, removeEventListener() {} }
  vi.stubGlobal('matchMedia', () => list)
}

/** Saturday, 21 November, 3:30 PM in India. */
const NOW = new Date('2026-11-21T10:00:00.000Z')
const AT = NOW.toISOString()
const ulid = (n: number) => `${encodeTime(NOW.getTime(), 10)}${String(n).padStart(16, '0')}`
const account = { id: 'p1', email: 'imran@mogra.example', name: 'Imran Khan', role: 'PARTNER' as const }
const florist = { en: 'Gulab Bagh', hi: 'गुलाब बाग़' }

const row = (n: number, changes: Partial<DeliveryRow> = {}): DeliveryRow => ({
  ...{ _id: `delivery:${ulid(n)}`, type: 'delivery', order: `order:${ulid(n)}`, version: 2, city: 'jaipur' },
  ...{ pickup: { florist, area: 'C-Scheme', pincode: '302001' }, dropPincode: `30201${n}`, distanceKm: n },
  ...{ earningRupees: 50, deliveryOn: '2026-11-21', deliveryWindow: 'evening', items: 1, openedAt: AT },
  ...changes,
})

const fact = (n: number, changes: Partial<DeliveryFact> = {}): DeliveryFact => ({
  ...{ _id: `delivery:${ulid(n)}`, type: 'delivery', order: `order:${ulid(n)}`, version: 3, state: 'awarded' },
  pickup: { florist, area: 'C-Scheme', pincode: '302001', address: '4, Church Road', phone: '+911415550101' },
  ...{ dropPincode: '302015', earningRupees: 50, deliveryOn: '2026-11-21', deliveryWindow: 'evening' },
  ...{ number: 'FLR1795231927699AB1', awardedAt: AT, changedAt: AT, steps: [] },
  drop: { name: 'Sunita Deshpande', phone: '+919829011420', address: '14, Bapu Nagar', landmark: 'Temple' },
  items: [{ name: { en: 'Red Roses', hi: 'लाल गुलाब' }, image: 'red-roses', quantity: 2 }],
  conversation: `order-${ulid(n)}-p1`,
  ...changes,
})

const partner = (changes: Partial<PartnerFact> = {}): PartnerFact => ({
  ...{ _id: 'partner', type: 'partner', version: 1, isOnline: true, delivered: 47, counted: 50, earnedRupees: 2350 },
  ...changes,
})

const settings = (changes: object = {}) => ({
  ...{ _id: 'account', type: 'account', version: 1, id: 'p1', email: account.email, name: account.name },
  ...{ role: 'PARTNER', createdAt: AT, city: 'jaipur', serviceRadius: 5, bankAccountEnds: '7745', ...changes },
})

const asked = <K extends IntentKind>(n: number, kind: K, payload: IntentOf<K>['payload']) => ({
  ...{ _id: intentId(ulid(n)), type: 'intent', kind, device: 'elsewhere', n, madeAt: AT },
  payload,
})
const receipt = (n: number, changes: Partial<Receipt>) => aReceipt(ulid(n), changes)

async function show(tab: '' | 'orders' | 'earnings', data: LocalData) {
  const shown = await renderWithLocalData(
    <MemoryRouter initialEntries={[`/driver/dashboard?tab=${tab}`]}>
      <DriverDashboardScreen />
    </MemoryRouter>,
    { account, deliveryRows: [], device: testDevice({ now: () => NOW }), ...data },
  )
  if (!data.account) await waitFor(() => expect(screen.getByRole('switch')).toHaveProperty('disabled', false))
  const intents = async (...kinds: IntentKind[]) =>
    (await shown.device.databases.mailbox().openIntents(...kinds)).map(({ intent }) => intent.payload)
  return { ...shown, intents }
}

const requests = () => screen.queryAllByRole('button', { name: /^Accept: / }).map(({ ariaLabel }) => ariaLabel)

test('a partner goes on duty and off duty on this phone', async () => {
  const { intents } = await show('', { documents: [partner({ isOnline: false }), settings()] })
  screen.getByRole('heading', { name: 'Off duty', level: 1 })
  await screen.findByText('You are off duty')
  fireEvent.click(screen.getByRole('switch', { name: 'On duty' }))
  await screen.findByRole('heading', { name: 'On duty', level: 1 })
  await screen.findByText('Saved on this phone. Mogra does not know it yet.')
  expect(await intents('set-availability')).toEqual([{ online: true }])
})

test('a partner sees the requests of the city only on duty, and those beyond the radius folded', async () => {
  await show('orders', { documents: [partner(), settings()], deliveryRows: [row(2), row(9), row(4)] })
  await waitFor(() => expect(requests()).toHaveLength(2))
  expect(requests()).toEqual(['Accept: Gulab Bagh to 302012', 'Accept: Gulab Bagh to 302014'])
  screen.getByText('1 bouquet, 2.0 km')
  expect(screen.getAllByText('C-Scheme, 302001')).toHaveLength(2)
  fireEvent.click(screen.getByRole('button', { name: '1 farther away' }))
  expect(requests()).toHaveLength(3)
  fireEvent.click(screen.getByRole('switch'))
  await screen.findByText('You are off duty')
  expect(requests()).toHaveLength(0)
})

test('a request in the last hour of its window is urgent', async () => {
  const deliveryRows = [row(1), row(2, { deliveryWindow: 'afternoon' })]
  const later = testDevice({ now: () => new Date('2026-11-21T10:45:00.000Z') })
  await show('orders', { documents: [partner(), settings()], deliveryRows, device: later })
  await screen.findByText(/^Urgent, by 5:00/)
  expect(requests()[0]).toBe('Accept: Gulab Bagh to 302012')
})

test('a partner who accepts is told to wait, and carries the delivery once it is confirmed', async () => {
  const { intents, device } = await show('orders', { documents: [partner(), settings()], deliveryRows: [row(1)] })
  fireEvent.click(await screen.findByRole('button', { name: /^Accept: / }))
  await screen.findByText('Claimed on this phone')
  screen.getByText('Start riding only when this says Confirmed')
  expect(requests()).toHaveLength(0)
  expect(await intents('accept-delivery')).toEqual([{ order: ulid(1) }])

  await device.databases.mailbox().db.bulkDocs([fact(1)])
  await waitFor(() => expect(screen.queryByText('Claimed on this phone')).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'Overview' }))
  await screen.findByText('Confirmed. It is yours')
})

test('a partner reads of a lost claim in one line above the other requests', async () => {
  const documents = [
    ...[partner(), settings(), asked(8, 'accept-delivery', { order: ulid(1) })],
    receipt(8, { outcome: 'refused', reason: 'already_awarded', decidedAt: AT }),
  ]
  await show('orders', { documents, deliveryRows: [row(2)] })
  await screen.findByText(/Another partner was faster/)
  expect(requests()).toHaveLength(1)
  expect(screen.queryByText('Claimed on this phone')).toBeNull()
})

test('a phone in front accepts the nearest request by itself, one at a time, if its partner wants that', async () => {
  const documents = [partner(), settings({ autoAccept: true })]
  const { intents } = await show('orders', { documents, deliveryRows: [row(3), row(2), row(9)] })
  await screen.findByText('Claimed on this phone')
  expect(await intents('accept-delivery')).toEqual([{ order: ulid(2) }])
})

test.each([
  ['while something is carried', [partner(), settings({ autoAccept: true }), fact(7)]],
  ['whose partner does not want that', [partner(), settings()]],
])('a phone %s accepts nothing by itself', async (_, documents) => {
  const { intents } = await show('orders', { documents, deliveryRows: [row(1)] })
  // An accept that had begun when the request arrived would be stored before this mark.
  fireEvent.click(await screen.findByRole('button', { name: /^Decline: / }))
  await screen.findByText('No pending orders at the moment')
  expect(await intents('accept-delivery')).toEqual([])
})

test('a partner declines a request, and it disappears on all devices of the account', async () => {
  const { device } = await show('orders', { documents: [partner(), settings()], deliveryRows: [row(1)] })
  fireEvent.click(await screen.findByRole('button', { name: /^Decline: / }))
  await screen.findByText('No pending orders at the moment')
  expect(await device.databases.mailbox().leavesOf('declined')).toMatchObject([{ order: ulid(1), on: true }])
})

test('a partner whose feed is not complete is not told that there are no requests', async () => {
  const { device } = await show('orders', { documents: [partner(), settings()], deliveryRows: undefined })
  await screen.findByText('The requests of your city are arriving.')
  act(() => device.setOnline(false))
  await screen.findByText(/cannot ask for the requests of your city/)
  expect(screen.queryByText('No pending orders at the moment')).toBeNull()
})

test('without a network the overview does not say that there are no requests', async () => {
  const { device } = await show('', { documents: [partner(), settings()], deliveryRows: [] })
  await screen.findByText('No pending orders at the moment')
  act(() => device.setOnline(false))
  await waitFor(() => expect(screen.queryByText('No pending orders at the moment')).toBeNull())
})

test('a partner whose session has ended reads that a login brings the requests', async () => {
  const { device } = await show('orders', { documents: [partner(), settings()], deliveryRows: undefined })
  act(() => device.sessionState.set({ ...device.sessionState.get(), signedOutByServer: true }))
  const login = await screen.findByRole('link', { name: 'Log in again to see the requests of your city.' })
  expect(login.getAttribute('href')).toBe('#/login?next=%2Fdriver%2Fdashboard%3Ftab%3Dorders')
})

test('on a phone the parts of the dashboard are below the thumb, with the number of requests', async () => {
  showAs('phone')
  await show('orders', { documents: [partner(), settings()], deliveryRows: [row(1), row(2), row(9)] })
  const bar = screen.getByRole('navigation', { name: 'Partner Dashboard' })
  const orders = await within(bar).findByRole('link', { name: /^Orders, 2 open/ })
  expect([orders.getAttribute('aria-current'), orders.getAttribute('href')]).toEqual([
    ...['page', '#/driver/dashboard?tab=orders'],
  ])
  expect(within(bar).getAllByRole('link')).toHaveLength(4)
})

test('who carries a delivery reads so among the requests, and gets to it', async () => {
  await show('orders', { documents: [partner(), settings(), fact(1, { state: 'awarded' })], deliveryRows: [] })
  const link = await screen.findByRole('link', { name: '1 delivery is yours. Do it now' })
  expect(link.getAttribute('href')).toBe('#/driver/dashboard')
})

test('a request within one PIN code has no distance', async () => {
  await show('orders', { documents: [partner(), settings()], deliveryRows: [row(1, { distanceKm: 0 }), row(2)] })
  await waitFor(() => expect(requests()).toHaveLength(2))
  expect(screen.getAllByText(/ km/).map(({ textContent }) => textContent)).toEqual([expect.stringContaining('2.0 km')])
})

test('a partner without a city reads why no requests come', async () => {
  await show('orders', { documents: [partner(), settings({ city: undefined })], deliveryRows: undefined })
  expect((await screen.findByRole('link', { name: 'Open your profile' })).getAttribute('href')).toBe('#/driver/profile')
})

test('a florist of whom only the name is known is shown with it, and has no link for calls', async () => {
  const pickup = { florist, area: '', pincode: '302001' }
  await show('', { documents: [partner(), settings(), fact(1, { state: 'awarded', pickup })] })
  expect((await screen.findAllByText('Gulab Bagh')).map(({ tagName }) => tagName)).toContain('H3')
  expect(screen.queryByRole('link', { name: /^Call / })).toBeNull()
})

test('a partner without a network picks up and delivers, and both steps are stored on the phone', async () => {
  const { intents } = await show('', { documents: [partner(), settings(), fact(1)] })
  await screen.findByText('4, Church Road')
  expect(screen.getByRole('link', { name: 'Call Gulab Bagh' }).getAttribute('href')).toBe('tel:+911415550101')
  fireEvent.click(screen.getByRole('button', { name: 'Picked up' }))
  await screen.findByText('14, Bapu Nagar')
  screen.getByText(/^Saved on this phone, /)
  expect(screen.getByRole('link', { name: 'SMS to Sunita Deshpande' }).getAttribute('href')).toBe('sms:+919829011420')
  expect(screen.getByRole('link', { name: 'Message the customer' }).getAttribute('href')).toBe(
    `#/chat/order-${ulid(1)}-p1`,
  )
  expect(screen.getByRole('link', { name: /^Navigate to / }).getAttribute('href')).toBe(
    'geo:0,0?q=14%2C%20Bapu%20Nagar%2C%20302015',
  )
  fireEvent.click(screen.getByRole('button', { name: 'Delivered' }))
  fireEvent.click(await screen.findByRole('button', { name: 'The guard' }))
  await screen.findByText('There is nothing more to do here.')
  screen.getByText('And ₹50 that Mogra has not confirmed yet.')
  expect(await intents('advance-delivery')).toEqual([
    { order: ulid(1), version: 3, step: 'picked_up', at: AT },
    { order: ulid(1), version: 3, step: 'delivered', at: AT, handedTo: 'guard' },
  ])
})

test('a partner who cannot deliver has to choose a reason', async () => {
  const { intents } = await show('', { documents: [partner(), settings(), fact(1, { state: 'on_the_way' })] })
  fireEvent.click(await screen.findByRole('button', { name: 'Could not deliver' }))
  fireEvent.click(await screen.findByRole('button', { name: 'End this delivery' }))
  await screen.findByText('Please choose what happened.')
  fireEvent.click(screen.getByRole('radio', { name: 'Nobody answers' }))
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Rang three times' } })
  fireEvent.click(screen.getByRole('button', { name: 'End this delivery' }))
  await screen.findByText('There is nothing more to do here.')
  expect(await intents('advance-delivery')).toEqual([
    { order: ulid(1), version: 3, step: 'failed', at: AT, reason: 'no_answer', note: 'Rang three times' },
  ])
})

test('a partner gives a delivery back before the pick-up, with a reason', async () => {
  const { intents } = await show('', { documents: [partner(), settings(), fact(1)] })
  fireEvent.click(await screen.findByRole('button', { name: 'Give it back' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Trouble with my vehicle' }))
  await screen.findByText('There is nothing more to do here.')
  expect(await intents('release-delivery')).toEqual([{ order: ulid(1), reason: 'vehicle' }])
})

test('a partner who has the flowers of an award that was taken back says so, and goes on', async () => {
  const { intents } = await show('', {
    documents: [partner(), settings(), fact(1, { state: 'taken_back', earningRupees: 0 })],
  })
  fireEvent.click(await screen.findByRole('button', { name: 'I have picked it up' }))
  await screen.findByRole('button', { name: 'Delivered' })
  expect(within(screen.getByRole('article')).queryByText('₹0')).toBeNull()
  expect(await intents('advance-delivery')).toMatchObject([{ step: 'picked_up' }])
})

test('a partner without the flowers is not asked again', async () => {
  await show('', { documents: [partner(), settings(), fact(1, { state: 'taken_back' })] })
  fireEvent.click(await screen.findByRole('button', { name: 'No, I do not have them' }))
  await waitFor(() => expect(screen.queryByText('Taken back from you')).toBeNull())
  await screen.findByText('You carry nothing now.')
})

test('somebody who lost the role finishes what they carry, and can neither take nor give back anything', async () => {
  const { intents } = await show('', {
    account: { ...account, role: 'CUSTOMER' },
    documents: [partner(), settings({ role: 'CUSTOMER', autoAccept: true }), fact(1), fact(2, { state: 'on_the_way' })],
    deliveryRows: [row(3)],
  })
  await screen.findByRole('heading', { name: 'You are no longer a partner' })
  fireEvent.click(await screen.findByRole('button', { name: 'Delivered' }))
  fireEvent.click(await screen.findByRole('button', { name: 'The recipient' }))
  await screen.findByText('There is nothing more to do here.')
  await screen.findByRole('button', { name: 'Picked up' })
  expect(screen.queryByRole('button', { name: 'Give it back' })).toBeNull()
  expect(screen.queryByRole('switch')).toBeNull()
  expect(await intents('advance-delivery')).toMatchObject([{ order: ulid(2), step: 'delivered' }])
  expect(await intents('accept-delivery')).toEqual([])
})

test('a partner who carries three deliveries sees one open, and opens another in its place', async () => {
  const facts = [1, 2, 3].map((n) => fact(n, { dropPincode: `30201${n}`, state: n === 2 ? 'on_the_way' : 'awarded' }))
  await show('', { documents: [partner(), settings(), ...facts] })
  await screen.findByRole('button', { name: 'Delivered' })
  fireEvent.click(screen.getByRole('button', { name: 'Open: Gulab Bagh to 302013' }))
  await screen.findByRole('button', { name: 'Picked up' })
  expect(screen.queryByRole('button', { name: 'Delivered' })).toBeNull()
})

test('a partner whose pick-up is overdue reads what to do', async () => {
  await show('', { documents: [partner(), settings(), fact(1, { pickUpBy: '2026-11-21T09:59:00.000Z' })] })
  await screen.findByText(/^The time for the pick-up is over/)
})

test('recent orders show the last five, newest first', async () => {
  const facts = [1, 2, 3, 4, 5, 6].map((n) => {
    const at = `2026-11-21T0${n}:00:00.000Z`
    const steps = n === 6 ? [{ step: 'delivered', at, receivedAt: AT, handedTo: 'door' } as const] : []
    return fact(n, { state: 'delivered', dropPincode: `30201${n}`, changedAt: at, steps })
  })
  await show('orders', { documents: [partner(), settings(), ...facts] })
  const list = await screen.findByRole('region', { name: 'Recent orders' })
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(5))
  expect(within(list).getAllByRole('listitem')[0]?.textContent).toContain('302016')
  within(list).getByText(/^Delivered, .*Left at the door$/)
})

test('a partner writes to the customer of a recent delivery as long as messages can be sent', async () => {
  const gone = fact(2, { state: 'delivered', dropPincode: '302012', conversation: undefined })
  const recent = fact(1, { state: 'delivered', dropPincode: '302011' })
  await show('orders', { documents: [partner(), settings(), recent, gone] })
  await screen.findByText('Gulab Bagh to 302012')
  const links = await screen.findAllByRole('link', { name: /^Message the customer/ })
  expect(links.map((one) => one.getAttribute('href'))).toEqual([`#/chat/order-${ulid(1)}-p1`])
})

test('a delivery that failed on this phone shows no earning before it is confirmed', async () => {
  const failed = { order: ulid(1), version: 3, step: 'failed', at: AT, reason: 'closed' } as const
  const documents = [
    ...[partner(), settings(), fact(1, { state: 'on_the_way', dropPincode: '302011' })],
    ...[asked(8, 'advance-delivery', failed), fact(2, { state: 'delivered', dropPincode: '302012' })],
  ]
  await show('orders', { documents })
  const rowTo = async (pincode: string) => (await screen.findByText(`Gulab Bagh to ${pincode}`)).closest('li')
  const text = (await rowTo('302011'))?.textContent
  expect(text).toContain('Not confirmed yet')
  expect(text).not.toContain('₹')
  expect((await rowTo('302012'))?.textContent).toMatch(/₹50$/)
})

test('a partner without orders reads that there are none', async () => {
  await show('orders', { documents: [partner(), settings()] })
  await screen.findByText('No orders yet')
})

test('the overview has earnings, rating, completed deliveries and their rate', async () => {
  const earning = anEarning(1, AT)
  await show('', { documents: [partner({ rating: 4.9 }), settings(), earning] })
  const figure = (label: string) => screen.getByText(label).nextElementSibling?.textContent
  await waitFor(() => expect(figure('Today')).toBe('₹50'))
  expect([figure('This week'), figure('Rating'), figure('Completed'), figure('Completion rate')]).toEqual([
    ...['₹50', '4.9', '47', '94%'],
  ])
})

const anEarning = (n: number, at: string, changes: Partial<Earning> = {}): Earning => ({
  ...{ _id: `earning:${ulid(n)}:delivered`, type: 'earning', version: 1, order: `order:${ulid(n)}` },
  ...{ kind: 'delivered', rupees: 50, at },
  ...changes,
})
const aPayout = (n: number, changes: Partial<Payout>): Payout => ({
  ...{ _id: `payout:${n}`, type: 'payout', version: 1, n, state: 'to_pay', rupees: 500, at: AT, changedAt: AT },
  ...changes,
})

test('a partner sees how the available money adds up, and requests it once', async () => {
  const documents = [
    ...[partner(), settings(), anEarning(1, AT), anEarning(2, AT, { held: true }), anEarning(3, AT, { payout: 1 })],
    aPayout(1, { state: 'paid', reference: 'UTR4329', bankAccountEnds: '7745' }),
  ]
  const { intents } = await show('earnings', { documents })
  await screen.findByText('Available for withdrawal')
  screen.getByText('Every Friday')
  expect(screen.getByText('Earned this week').nextElementSibling?.textContent).toBe('₹150')
  expect(screen.getByText('Already in a payout').nextElementSibling?.textContent).toBe('− ₹50')
  expect(screen.getByText('Held').nextElementSibling?.textContent).toBe('− ₹50')
  screen.getByText(/^Paid, .* Reference UTR4329/)
  const button = screen.getByRole('button', { name: 'Request Payout' })
  fireEvent.click(button)
  await screen.findByText(/^Requested on this phone, /)
  expect(screen.getByRole('button', { name: 'Request Payout' })).toHaveProperty('disabled', true)
  expect(await intents('request-payout')).toEqual([{}])
})

test('a partner reads what is not paid, and that Mogra has looked at it', async () => {
  await show('earnings', { documents: [partner(), settings(), anEarning(1, AT), anEarning(2, AT, { notPaid: true })] })
  const section = within(await screen.findByRole('region', { name: 'Not paid' }))
  section.getByText('Not paid: Mogra has looked at what was reported.')
  section.getByText('₹50')
  expect(screen.getByText('This month').nextElementSibling?.textContent).toBe('₹50')
  expect(screen.queryByText(/held until Mogra/)).toBeNull()
})

test('a partner without earnings, payouts and bank account reads what that means', async () => {
  await show('earnings', { documents: [partner(), settings({ bankAccountEnds: undefined })] })
  await screen.findByText('Nothing earned this week yet.')
  screen.getByText('No payouts yet. Mogra pays every Friday.')
  screen.getByText(/so a payout waits/)
  await screen.findByText('There is nothing to pay out now.')
  expect(screen.getByRole('button', { name: 'Request Payout' })).toHaveProperty('disabled', true)
})

test('a failed payout says why, and its money is available again', async () => {
  const documents = [
    ...[partner(), settings(), anEarning(1, AT, { payout: 1 })],
    aPayout(1, { state: 'failed', reason: 'IFSC was wrong' }),
  ]
  await show('earnings', { documents })
  await screen.findByText(/IFSC was wrong/)
  // The sums follow the payouts, because they need all earnings.
  expect(await screen.findByRole('button', { name: 'Request Payout' })).toHaveProperty('disabled', false)
})
