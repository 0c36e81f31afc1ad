// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Role } from '#model'
import { hasUnpaid } from '../../data/deliveries/earnings.ts'
import { noteComplete } from '../../data/local/initial-sync-flag.ts'
import { ordersNewestFirst } from '../../data/orders/orders.ts'
import { favouriteIds } from '../../data/people/favourites.ts'
import { chooseLanguage, startLanguage } from '../../i18n/start.ts'
import { logInInAnotherTab, logOutInAnotherTab } from '../../testing/another-tab.ts'
import { anOrder, aUlid } from '../../testing/documents.ts'
import { fakeDialogs } from '../../testing/fake-dialogs.ts'
import { answer, deviceWithAnswers } from '../../testing/fake-service.ts'
import { type LocalData, renderWithLocalData } from '../../testing/render-with-local-data.tsx'
import type { TestDevice } from '../../testing/test-device.ts'
import { watchScreen } from '../../testing/watch-screen.ts'
import { ProfileScreen } from './profile.tsx'

let device: TestDevice | undefined
fakeDialogs()
beforeAll(startLanguage)

const AT = '2026-11-21T05:00:00.000Z'
const summary = (role: Role) => ({ id: 'a1', email: 'asha@device.example', name: 'Asha Rathore', role })
const fact = (role: Role) => ({
  _id: 'account',
  type: 'account',
  version: 1,
  ...summary(role),
  phone: '98290 11420',
  city: 'jaipur',
  createdAt: AT,
})

async function openProfile(role: Role = 'CUSTOMER', data: LocalData = {}) {
  const rendered = await renderWithLocalData(
    <MemoryRouter>
      <ProfileScreen />
    </MemoryRouter>,
    { account: summary(role), documents: [fact(role)], ...data },
  )
  device = rendered.device
  await screen.findByRole('heading', { name: 'Your profile' })
}

const figure = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent
const intents = async () => (await device?.databases.mailbox().allOf('intent')) ?? []
const edit = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Edit Profile' }))
  await screen.findByLabelText('Name')
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

test('a person who is not logged in is asked to log in', async () => {
  ;({ device } = await renderWithLocalData(<ProfileScreen />))
  screen.getByRole('heading', { name: 'Please Login' })
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('#/login?next=%2Fprofile')
})

test('an account’s data is not counted before all of it has arrived', async () => {
  await openProfile('CUSTOMER', { documents: [fact('CUSTOMER'), anOrder()], isArriving: true })
  const { databases, announce, live } = device as TestDevice
  await waitFor(() => expect(live.entry(ordersNewestFirst).answer().status).toBe('ready'))
  await waitFor(() => expect(live.entry(favouriteIds).answer().status).toBe('ready'))
  expect([figure('Orders'), figure('Favorites')]).toEqual(['–', '–'])
  await noteComplete(databases.mailbox().db, AT)
  announce(['complete'])
  await expect.poll(() => figure('Orders')).toBe('1')
  expect(figure('Favorites')).toBe('0')
})

test('an account with more orders than are read at first is counted when all of them are read', async () => {
  const { everShowed } = watchScreen()
  const orders = Array.from({ length: 120 }, (_, n) => anOrder(aUlid(n)))
  await openProfile('CUSTOMER', { documents: [fact('CUSTOMER'), ...orders] })
  await expect.poll(() => figure('Orders')).toBe('120')
  expect(everShowed('Orders50')).toBe(false)
})

test('a change made without a network shows at once, and says that it is kept on this phone', async () => {
  await openProfile()
  await edit()
  expect(screen.getByLabelText<HTMLInputElement>('E-mail').readOnly).toBe(true)
  screen.getByText('Email cannot be changed')
  type('Name', 'Asha Devi')
  type('City', 'mumbai')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved on this phone')
  expect(screen.getAllByText('Asha Devi')).toHaveLength(2)
  screen.getByText('Mumbai')
  expect(await intents()).toMatchObject([{ kind: 'update-profile', payload: { name: 'Asha Devi', city: 'mumbai' } }])
})

test('a value that has not arrived here is not called missing, and a change leaves it as it is', async () => {
  await openProfile('CUSTOMER', { documents: [], isArriving: true })
  expect(screen.queryByText('Not given')).toBeNull()
  await edit()
  expect(screen.getByLabelText<HTMLInputElement>('Phone').value).toBe('')
  type('Name', 'Asha Devi')
  const { databases } = device as TestDevice
  await databases.mailbox().db.bulkDocs([fact('CUSTOMER')])
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('+91 98290 11420')
  const [asked] = await intents()
  expect(asked?.payload).toEqual({ name: 'Asha Devi' })
})

test('cancelling restores the values and sends nothing', async () => {
  await openProfile()
  await edit()
  type('Name', 'Asha Devi')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByText('Asha Devi')).toBeNull()
  await edit()
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Asha Rathore')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByRole('button', { name: 'Edit Profile' })
  expect(await intents()).toEqual([])
})

test('a typed value is still there after a reload, until it is cancelled', async () => {
  await openProfile()
  await edit()
  type('Name', 'Asha De')
  cleanup()
  const again = () =>
    render(
      <MemoryRouter>
        <ProfileScreen />
      </MemoryRouter>,
    )
  again()
  await expect.poll(() => screen.queryByLabelText<HTMLInputElement>('Name')?.value).toBe('Asha De')
  expect(screen.getByLabelText<HTMLInputElement>('Phone').value).toBe('+91 98290 11420')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  cleanup()
  again()
  await screen.findByRole('button', { name: 'Edit Profile' })
  expect(screen.queryByLabelText('Name')).toBeNull()
})

test('a form that is open when the person logs out in another tab comes back to that person only', async () => {
  await openProfile()
  const asha = summary('CUSTOMER')
  await edit()
  type('Name', 'Asha De')
  act(() => logOutInAnotherTab(device as TestDevice))
  screen.getByRole('heading', { name: 'Please Login' })
  act(() => logInInAnotherTab(device as TestDevice, asha))
  expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe('Asha De')

  act(() => logOutInAnotherTab(device as TestDevice))
  screen.getByRole('heading', { name: 'Please Login' })
  act(() => logInInAnotherTab(device as TestDevice, { ...asha, id: 'a2', name: 'Ravi' }))
  await screen.findByRole('button', { name: 'Edit Profile' })
  expect(screen.queryByDisplayValue('Asha De')).toBeNull()
})

test('a name is required', async () => {
  await openProfile()
  await edit()
  type('Name', ' ')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Enter your name.')
})

test('a customer sees how many orders and favourites there are', async () => {
  const favourite = {
    _id: 'favourite:tulips:d1',
    type: 'favourite',
    device: 'd1',
    flower: 'tulips',
    on: true,
    updatedAt: AT,
  }
  await openProfile('CUSTOMER', { documents: [fact('CUSTOMER'), favourite] })
  await expect.poll(() => figure('Favorites')).toBe('1')
  await expect.poll(() => figure('Orders')).toBe('0')
  screen.getByText('Customer')
  expect(screen.getByRole('link', { name: 'Favorites' }).getAttribute('href')).toBe('#/favourites')
})

test('somebody who lost a partner’s role and has flowers to deliver finds the way to them', async () => {
  const delivery = { ...{ type: 'delivery', version: 3, order: `order:${aUlid(1)}` }, _id: `delivery:${aUlid(1)}` }
  await openProfile('CUSTOMER', { documents: [fact('CUSTOMER'), { ...delivery, state: 'on_the_way' }] })
  const open = await screen.findByRole('link', { name: 'Open your deliveries' })
  expect(open.getAttribute('href')).toBe('#/driver/dashboard')
})

test('a partner sees what the service has counted: deliveries, earnings, and a rating once there is one', async () => {
  const counted = {
    ...{ _id: 'partner', type: 'partner', version: 3, isOnline: true },
    ...{ delivered: 41, counted: 44, earnedRupees: 3485, rating: 4.9 },
  }
  await openProfile('PARTNER', { documents: [fact('PARTNER'), counted] })
  await expect.poll(() => figure('Deliveries')).toBe('44')
  expect([figure('Completed'), figure('Earned'), figure('Rating')]).toEqual(['41', '₹3,485', '4.9'])
  cleanup()
  await openProfile('PARTNER', { documents: [fact('PARTNER')] })
  await expect.poll(() => figure('Deliveries')).toBe('0')
  expect([figure('Completed'), figure('Earned'), figure('Rating')]).toEqual(['0', '₹0', '–'])
})

test('a supplier sees how many requests are open in their cities, how many interest them, and the deals', async () => {
  const about = {
    ...{ number: 'BLK1795231927699AB1', buyerName: 'Meher Events', city: 'mumbai', flowerTypes: ['Roses'] },
    ...{ quantity: 40, quantityUnit: 'boxes', deliveryDate: '2026-12-02', postedAt: AT, version: 1 },
  }
  const row = (n: number) => ({ _id: `bulk:${aUlid(n)}`, type: 'bulk', ...about })
  const interest = { ...{ _id: `bulk-interest:${aUlid(1)}`, type: 'bulk-interest', ...about }, state: 'interested' }
  const dates = { interestedAt: AT, changedAt: AT }
  const figures = { _id: 'supplier', type: 'supplier', version: 2, completedDeals: 11 }
  await openProfile('SUPPLIER', {
    documents: [fact('SUPPLIER'), { ...interest, ...dates }, figures],
    bulkRows: [row(1), row(2)],
  })
  await expect.poll(() => figure('Bulk requests in your cities')).toBe('2')
  expect([figure('Requests that interest you'), figure('Completed deals')]).toEqual(['1', '11'])
  const link = screen.getByRole('link', { name: 'Supplier Profile' })
  expect(link.getAttribute('href')).toBe('#/wholesale/profile')
})

test('a supplier without cities has no open requests', async () => {
  await openProfile('SUPPLIER', { documents: [{ ...fact('SUPPLIER'), citiesServed: [] }] })
  await expect.poll(() => figure('Bulk requests in your cities')).toBe('0')
})

test('an admin sees how many users there are', async () => {
  const service = deviceWithAnswers({ 'GET /api/admin/user-counts': () => answer(200, { total: 12, nonAdmin: 11 }) })
  await openProfile('ADMIN', { device: service.device })
  screen.getByText('Administrator Access')
  screen.getByText(/Full system privileges/)
  await expect.poll(() => figure('Total users')).toBe('12')
  expect(figure('Non-admin users')).toBe('11')
})

const CHROME = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36'
const session = (id: string, isCurrent: boolean) => ({ id, userAgent: CHROME, madeAt: AT, seenAt: AT, isCurrent })

test('another device can be logged out', async () => {
  let sessions = [session('s1', true), session('s2', false)]
  const isSeen = Promise.withResolvers<void>()
  const service = deviceWithAnswers({
    'GET /api/sessions': async () => {
      await isSeen.promise
      return answer(200, { sessions })
    },
    'DELETE /api/sessions/s2': () => {
      sessions = sessions.slice(0, 1)
      return answer(204)
    },
  })
  await openProfile('CUSTOMER', { device: service.device })
  const devices = within(screen.getByRole('region', { name: 'Signed-in devices' }))
  devices.getByText('Loading...')
  isSeen.resolve()
  fireEvent.click(await devices.findByRole('button', { name: 'Log out: Chrome on Android' }))
  expect(devices.queryByText('Loading...')).toBeNull()
  await expect.poll(() => screen.queryByRole('button', { name: 'Log out: Chrome on Android' })).toBeNull()
  screen.getByText('This device')
})

test('the chosen language applies to the screen at once, and is requested for the mails', async () => {
  onTestFinished(() => chooseLanguage('en'))
  await openProfile()
  fireEvent.click(screen.getByLabelText('हिन्दी'))
  await screen.findByRole('heading', { name: 'आपकी प्रोफ़ाइल' })
  await expect.poll(intents).toMatchObject([{ kind: 'update-profile', payload: { language: 'hi' } }])
})

test('without a network the page says that the devices need one', async () => {
  await openProfile()
  await screen.findByText('Which devices are signed in can be seen and ended only with a network.')
})

test('logging out everywhere forgets the account here, but not without an answer of the service', async () => {
  let isUp = false
  const service = deviceWithAnswers({
    'DELETE /api/sessions': () => (isUp ? answer(204) : answer(503, { error: 'down' })),
  })
  await openProfile('CUSTOMER', { device: service.device })
  fireEvent.click(screen.getByRole('button', { name: 'Log out everywhere' }))
  const dialog = within(await screen.findByRole('dialog'))
  const confirm = () => fireEvent.click(dialog.getByRole('button', { name: 'Log out everywhere' }))
  confirm()
  await dialog.findByText('Mogra does not answer at the moment. Please try again.')
  expect(device?.sessionState.get().signedIn).toBeDefined()
  isUp = true
  confirm()
  await screen.findByRole('heading', { name: 'Please Login' })
  expect(device?.sessionState.get().signedIn).toBeUndefined()
})

test('deleting the account asks for a code, and then this phone forgets the account', async () => {
  let asked = 0
  const service = deviceWithAnswers({
    'POST /api/accounts/current/deletion-codes': () => {
      asked += 1
      return asked > 1
        ? answer(202, { isMailLate: false })
        : answer(400, { error: 'a reason that this version does not know' })
    },
    'DELETE /api/accounts/current': (body) =>
      (body as { code: string }).code === '123456' ? answer(204) : answer(401, { error: 'code_invalid', triesLeft: 4 }),
  })
  await openProfile('CUSTOMER', { device: service.device })
  const before = device?.sessionState.get().database
  fireEvent.click(screen.getByRole('button', { name: 'Delete my account' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Send a code to confirm' }))
  await screen.findByText('Failed to send verification code')
  fireEvent.click(screen.getByRole('button', { name: 'Send a code to confirm' }))
  await screen.findByLabelText('Six-digit code')
  const tryCode = (code: string) => {
    type('Six-digit code', code)
    const dialog = within(screen.getByRole('dialog'))
    fireEvent.click(dialog.getByRole('button', { name: 'Delete my account' }))
  }
  tryCode('654321')
  await screen.findByText('Invalid verification code. 4 tries left.')
  tryCode('123456')
  await screen.findByRole('heading', { name: 'Please Login' })
  const names = async () => (await indexedDB.databases()).map(({ name }) => name)
  await expect.poll(names).not.toContain(`_pouch_${before}`)
})

const notice = (n: number, kind: string, subject: string) => ({
  ...{ _id: `notice:${aUlid(n)}`, type: 'notice', kind, subject, at: `2026-11-21T10:0${n}:00.000Z` },
})

test('notices are listed newest first, are new on the first visit, and read on every device after it', async () => {
  const documents = [
    fact('CUSTOMER'),
    notice(1, 'order-confirmed', `order:${aUlid(8)}`),
    notice(2, 'application-rejected', `application:${aUlid(9)}`),
  ]
  await openProfile('CUSTOMER', { documents })
  const list = within(await screen.findByRole('region', { name: 'Notices' }))
  expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    expect.stringMatching(/^Your application was not approved.*New$/),
    expect.stringMatching(/^Your order is confirmed.*New$/),
  ])
  expect(list.getByRole('link').getAttribute('href')).toBe(`#/order-tracking/${aUlid(8)}`)
  const marks = async () => (await device?.databases.mailbox().leavesOf('notices-read')) ?? []
  await expect.poll(marks).toMatchObject([{ until: '2026-11-21T10:02:00.000Z' }])

  cleanup()
  await openProfile('CUSTOMER', { documents: [...documents, ...(await marks()).map(({ _rev, ...mark }) => mark)] })
  const again = within(await screen.findByRole('region', { name: 'Notices' }))
  expect(again.queryByText('New')).toBeNull()
})

test('a partner’s notices about their work lead to the dashboard, and an order that failed to the order', async () => {
  const documents = [
    fact('PARTNER'),
    notice(1, 'delivery-taken-back', `delivery:${aUlid(7)}`),
    notice(2, 'payout-paid', 'payout:3'),
    notice(3, 'order-failed', `order:${aUlid(8)}`),
  ]
  await openProfile('PARTNER', { documents })
  const list = within(await screen.findByRole('region', { name: 'Notices' }))
  expect(list.getAllByRole('link').map((one) => [one.textContent, one.getAttribute('href')])).toEqual([
    ['Your order could not be delivered', `#/order-tracking/${aUlid(8)}`],
    ['Your payout was paid', '#/driver/dashboard'],
    ['A delivery was taken back, because it was not picked up in time', '#/driver/dashboard'],
  ])
})

const earning = (changes: object = {}) => ({
  ...{ _id: `earning:${aUlid(7)}:delivered`, type: 'earning', version: 1, order: `order:${aUlid(7)}` },
  ...{ kind: 'delivered', rupees: 50, at: AT, ...changes },
})

test('somebody who is no longer a partner and is owed earnings can add a bank account', async () => {
  await openProfile('CUSTOMER', { documents: [fact('CUSTOMER'), earning({ held: true })] })
  await screen.findByText('Your earnings wait until you add a bank account.')
  screen.getByRole('button', { name: 'Add a bank account' })
})

test('nobody who is owed nothing is asked for a bank account', async () => {
  await openProfile('CUSTOMER', { documents: [fact('CUSTOMER'), earning({ notPaid: true })] })
  await screen.findByRole('heading', { name: 'Your data' })
  const { live } = device as TestDevice
  await waitFor(() => expect(live.entry(hasUnpaid).answer()).toMatchObject({ status: 'ready', data: false }))
  expect(screen.queryByRole('heading', { name: 'Bank account' })).toBeNull()
})
