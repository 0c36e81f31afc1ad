// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { drafts, messageDraft } from '../../data/drafts.ts'
import { INITIAL_SYNC_FLAG, type InitialSyncFlag } from '../../data/local/initial-sync-flag.ts'
import { cart } from '../../data/orders/cart.ts'
import { changeLocal } from '../../data/pouch/local-document.ts'
import { startLanguage } from '../../i18n/start.ts'
import { logInInAnotherTab, logOutInAnotherTab } from '../../testing/another-tab.ts'
import { account, press, readyToPay, renderCheckout, typed } from '../../testing/checkout-screen.tsx'
import { aFlower } from '../../testing/documents.ts'
import { openLocalData } from '../../testing/render-with-local-data.tsx'

beforeAll(startLanguage)

test.each(['quantity=0', 'quantity=1.5', 'quantity=1e3', 'quantity=0x10', 'quantity=1001', ''])(
  'an invalid Buy Now address (%s) leads to its flower, and never orders the cart',
  async (rest) => {
    await openLocalData()
    await cart.add('tulips', 1)
    renderCheckout(`flower=red-roses&${rest}`)
    await screen.findByText('at /product/red-roses')
  },
)

test('a cart that is too large for one order leads back from the checkout to the cart', async () => {
  await openLocalData({ account })
  const message = 'जन्मदिन मुबारक '.repeat(33)
  for (let i = 0; i < 20; i += 1) await cart.add(`kind-${i}`, 1, message)
  renderCheckout('')
  await screen.findByText('at /cart')
})

test('a Buy Now waits for the catalogue, and leaves only if the complete catalogue has no such flower', async () => {
  const device = await openLocalData({ catalogue: [] })
  const { db } = device.databases.catalogue
  await changeLocal<InitialSyncFlag>(db, INITIAL_SYNC_FLAG, {}, () => ({}))
  renderCheckout('flower=tulips&quantity=2')
  await screen.findByText('catalogue read')
  await db.bulkDocs([aFlower({ _id: 'flower:tulips' })])
  await screen.findByRole('heading', { name: 'Where should we deliver?' })

  cleanup()
  renderCheckout('flower=no-such-flower&quantity=1')
  await screen.findByText('catalogue read')
  expect(screen.queryByText('at /browse')).toBeNull()
  await changeLocal<InitialSyncFlag>(db, INITIAL_SYNC_FLAG, {}, () => ({ at: '2026-11-21T10:00:00.000Z' }))
  device.announce(['catalogue'])
  await screen.findByText('at /browse')
})

test('a flower out of stock is reported at the delivery step, with a link, and cannot be paid for', async () => {
  await openLocalData({ account, catalogue: [aFlower({ _id: 'flower:tulips', inStock: false })] })
  drafts.save('checkout', typed)
  renderCheckout('flower=tulips&quantity=1')
  await screen.findByText('This flower is out of stock now. Nothing was charged.')
  expect(screen.getByRole('link', { name: 'Choose another flower' }).getAttribute('href')).toBe('#/browse')
  await press('Continue to Payment')
  const pay = await screen.findByRole<HTMLButtonElement>('button', { name: 'Place order' })
  expect(pay.disabled).toBe(true)
  screen.getByText('This flower is out of stock now. Nothing was charged.')
  expect(screen.queryByText('Open UPI app')).toBeNull()
})

test('a city is found by typing, also by a former name; an unknown one is reported and gets the focus', async () => {
  await readyToPay()
  const openForm = () => {
    cleanup()
    renderCheckout('')
    return screen.findByRole<HTMLInputElement>('combobox', { name: 'City' })
  }
  const before = await openForm()
  expect(before.value).toBe('Jaipur')
  before.focus()
  fireEvent.change(before, { target: { value: 'Gurgaon' } })
  before.blur()
  await screen.findByText('Please select a city')
  const city = await openForm()
  expect(city.value).toBe('Gurgaon')
  await press('Continue to Payment')
  await waitFor(() => expect(document.activeElement).toBe(city))
  expect(city.value).toBe('Gurgaon')
  fireEvent.change(city, { target: { value: 'bombay' } })
  fireEvent.keyDown(city, { key: 'Enter' })
  expect(city.value).toBe('Mumbai')
  await waitFor(() => expect(screen.queryByText('Please select a city')).toBeNull())
  expect(drafts.get('checkout')).toMatchObject({ city: 'mumbai' })
})

test('an address that was filled in without an event is ordered to as it is seen', async () => {
  await openLocalData({ account })
  await cart.add('tulips', 1)
  renderCheckout('')
  const filled = { ...typed, city: 'Jaipur', landmark: 'Near the well' }
  const labels = {
    ...{ name: "Recipient's name", phone: 'Phone', address: 'Address', pincode: 'PIN code', city: 'City' },
    landmark: 'Landmark (optional)',
  }
  await screen.findByLabelText('PIN code')
  for (const [name, label] of Object.entries(labels)) {
    const field = screen.getByLabelText<HTMLInputElement>(label)
    field.value = filled[name as keyof typeof labels]
  }
  await press('Continue to Payment')
  await screen.findByText('Landmark: Near the well')
  const { deliveryOn, phone, ...address } = typed
  expect(drafts.get('checkout')).toMatchObject({
    ...address,
    phone: expect.stringContaining(phone),
    landmark: 'Near the well',
  })
})

test('a visitor whose e-mail is half typed, and who logs in in another tab, can go on', async () => {
  const device = await openLocalData()
  drafts.save('checkout', typed)
  renderCheckout('flower=tulips&quantity=1')
  fireEvent.change(await screen.findByLabelText(/^E-mail/), { target: { value: 'asha@' } })
  act(() => logInInAnotherTab(device, account))
  await waitFor(() => expect(screen.queryByLabelText(/^E-mail/)).toBeNull())
  await press('Continue to Payment')
  await screen.findByRole('button', { name: 'Place order' })
})

test.each(['', 'flower=tulips&quantity=1'])(
  'a person who logs out in another tab while a checkout (%j) is half filled is told so, and finds it again after the login',
  async (query) => {
    const device = await openLocalData({ account })
    await cart.add('tulips', 1)
    renderCheckout(query)
    fireEvent.change(await screen.findByLabelText('PIN code'), { target: { value: '302015' } })
    act(() => logOutInAnotherTab(device))
    await screen.findByRole('heading', { name: 'You are logged out' })
    expect(screen.queryByDisplayValue('302015')).toBeNull()
    expect(drafts.get('checkout')).toBeUndefined()
    const login = screen.getByRole('link', { name: 'Log in' }).getAttribute('href')
    expect(login).toBe(`#/login?next=${encodeURIComponent(`/checkout?${query}`)}`)

    await act(async () => {
      logInInAnotherTab(device, account)
      await cart.add('tulips', 1)
    })
    expect((await screen.findByLabelText<HTMLInputElement>('PIN code')).value).toBe('302015')
  },
)

test('nothing of a half-filled checkout shows to the next person, nor to the first after that', async () => {
  const device = await openLocalData({ account })
  await cart.add('tulips', 1)
  renderCheckout('flower=tulips&quantity=1')
  fireEvent.change(await screen.findByLabelText('PIN code'), { target: { value: '302015' } })
  act(() => logOutInAnotherTab(device))
  await screen.findByRole('heading', { name: 'You are logged out' })
  act(() => logInInAnotherTab(device, { ...account, id: 'a2' }))
  expect((await screen.findByLabelText<HTMLInputElement>('PIN code')).value).toBe('')
  act(() => logOutInAnotherTab(device))
  await screen.findByRole('heading', { name: 'You are logged out' })
  act(() => logInInAnotherTab(device, account))
  expect((await screen.findByLabelText<HTMLInputElement>('PIN code')).value).toBe('')
})

test('a field that is too long shows how much fits', async () => {
  await readyToPay()
  renderCheckout('')
  fireEvent.change(await screen.findByLabelText(/^Landmark/), { target: { value: 'x'.repeat(201) } })
  await press('Continue to Payment')
  await screen.findByText('At most 200 letters fit here. Please shorten it.')
})

test('a Buy Now uses the message that was written for its flower, which the address does not contain', async () => {
  await openLocalData()
  messageDraft.save('tulips', 'For you')
  drafts.save('checkout', typed)
  renderCheckout('flower=tulips&quantity=1&step=payment')
  await screen.findByText('For you')
})

test('the order is stored before the simulated payment, and Back leads to the order', async () => {
  const mailbox = await readyToPay()
  renderCheckout('')
  await press('Continue to Payment')
  await press('Place order')
  await waitFor(async () => expect(await mailbox.openIntents('place-order')).toHaveLength(1))
  screen.getByText('Processing...')
  screen.getByText(/Pink Tulips/)
  await press('system Back')
  await screen.findByText(/^at .order-tracking/)
})

test('a page that was closed during the simulated payment reopens with its order', async () => {
  const mailbox = await readyToPay()
  renderCheckout('step=payment')
  await press('Place order')
  await waitFor(async () => expect(await mailbox.openIntents('place-order')).toHaveLength(1))
  await screen.findByText('Processing...')
  cleanup()
  renderCheckout('step=payment')
  await screen.findByText(/^at .order-tracking/)
})

test('system Back goes from Payment to Delivery, and a reload keeps the step and the payment method', async () => {
  await readyToPay()
  renderCheckout('')
  await press('Continue to Payment')
  fireEvent.click(await screen.findByRole('radio', { name: /Wallet/ }))
  cleanup()
  renderCheckout('step=payment')
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: /Wallet/ })).checked).toBe(true)
  await press('Back')
  await screen.findByRole('heading', { name: 'Where should we deliver?' })
  await press('Continue to Payment')
  await press('system Back')
  await screen.findByRole('heading', { name: 'Where should we deliver?' })
})

test('the choice for an unavailable flower is asked for, kept and sent with the order', async () => {
  const mailbox = await readyToPay()
  renderCheckout('')
  fireEvent.click(await screen.findByRole('radio', { name: /Refund instead/ }))
  cleanup()
  renderCheckout('')
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: /Refund instead/ })).checked).toBe(true)
  await press('Continue to Payment')
  await screen.findByText(/: Refund instead$/)
  await press('Place order')
  await waitFor(async () => {
    const [asked] = await mailbox.openIntents('place-order')
    expect(asked?.intent.payload.substitution).toBe('refund')
  })
})

test('a card is checked before the order is placed, and none of its data is stored', async () => {
  const mailbox = await readyToPay()
  renderCheckout('step=payment')
  fireEvent.click(await screen.findByRole('radio', { name: /card/i }))
  await press('Place order')
  await screen.findByText('Check the card number: some digit is wrong or missing.')
  const type = (label: RegExp | string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  type('Card number', '4111 1111 1111 1111')
  type('Valid until', '12/39')
  type('CVV', '987')
  type('Name on the card', 'Asha Rathore')
  await screen.findByText('Visa card')
  expect(await mailbox.openIntents('place-order')).toHaveLength(0)
  await press('Place order')
  await waitFor(async () => expect(await mailbox.openIntents('place-order')).toHaveLength(1))
  const stored = JSON.stringify([await mailbox.db.allDocs({ include_docs: true }), drafts.get('payment') ?? null])
  expect(stored).toContain('"paymentMethod":"card"')
  expect(stored).not.toMatch(/4111|12\/39|"987"|Rathore/)
})

test('an invalid UPI ID is reported, and what was typed stays over a reload', async () => {
  const mailbox = await readyToPay()
  renderCheckout('step=payment')
  fireEvent.change(await screen.findByLabelText(/^UPI ID/), { target: { value: 'asha@' } })
  await press('Place order')
  await screen.findByText(/^A UPI ID looks like/)
  const upiApp = await screen.findByRole('link', { name: 'Open UPI app' })
  expect(upiApp.getAttribute('href')).toContain('&am=1414.00&cu=INR')
  await screen.findByRole('img', { name: 'QR code to pay ₹1,414 to mogra@example' })
  expect(await mailbox.openIntents('place-order')).toHaveLength(0)
  cleanup()
  renderCheckout('step=payment')
  expect((await screen.findByLabelText<HTMLInputElement>(/^UPI ID/)).value).toBe('asha@')
})

test('a day that florists do not plan for yet is refused at its field', async () => {
  await readyToPay()
  drafts.save('checkout', { ...typed, deliveryOn: '9999-12-31' })
  renderCheckout('')
  await press('Continue to Payment')
  await screen.findByText('Choose a day within the next 60 days.')
})

test('a page that stays open past its delivery day asks for another one, and orders nothing', async () => {
  const mailbox = await readyToPay()
  renderCheckout('step=payment')
  const pay = await screen.findByRole('button', { name: 'Place order' })
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${typed.deliveryOn}T19:00:00Z`) })
  try {
    fireEvent.click(pay)
    const why = await screen.findByText('The delivery date has passed')
    await waitFor(() => expect(why.closest('[tabindex]')).toBe(document.activeElement))
    expect(await mailbox.openIntents('place-order')).toEqual([])
    await press('Choose another day or time')
    await screen.findByRole('heading', { name: 'Where should we deliver?' })
  } finally {
    vi.useRealTimers()
  }
})

test('a delivery form that is open for two midnights follows the day, also while the person moves over it', async () => {
  const noonOf = (day: string) => new Date(`${day}T12:00:00+05:30`)
  vi.useFakeTimers({ toFake: ['Date'], now: noonOf('2027-01-04') })
  try {
    await readyToPay()
    drafts.save('checkout', { ...typed, deliveryOn: '2027-01-04' })
    renderCheckout('')
    const day = await screen.findByLabelText<HTMLInputElement>('Delivery date')
    for (const today of ['2027-01-05', '2027-01-06']) {
      vi.setSystemTime(noonOf(today))
      await waitFor(() => expect(day.value).toBe(today), { timeout: 5000 })
      fireEvent.pointerOver(day)
    }
  } finally {
    vi.useRealTimers()
  }
})

test('unusual values in the address are marked again at the payment', async () => {
  await readyToPay()
  drafts.save('checkout', { ...typed, phone: '12', pincode: 'abc' })
  renderCheckout('step=payment')
  await screen.findByText(/does not look like an Indian mobile number/)
  screen.getByText(/PIN codes have six digits/)
  screen.getByRole('button', { name: 'Place order' })
})

test('a partner is told at once that only customers can order, and is not asked to pay', async () => {
  await readyToPay('PARTNER')
  renderCheckout('')
  await screen.findByText('Only customers can order')
  await press('Continue to Payment')
  await screen.findByText('Payment method')
  screen.getByText('Only customers can order')
  expect(screen.queryByRole('button', { name: 'Place order' })).toBeNull()
})

test('a PIN code of another state gets a warning at both steps, and does not prevent the order', async () => {
  await readyToPay()
  drafts.save('checkout', { ...typed, pincode: '110001' })
  renderCheckout('')
  await screen.findByText('PIN codes of Jaipur do not begin like this one. Please check it.')
  await press('Continue to Payment')
  await screen.findByRole('heading', { name: 'How would you like to pay?' })
  screen.getByText('PIN codes of Jaipur do not begin like this one. Please check it.')
  await press('Place order')
  await screen.findByText('Processing...')
})

test('an order’s address is offered at the next one, fills the form, and can be undone and forgotten', async () => {
  const mailbox = await readyToPay()
  renderCheckout('step=payment')
  await press('Place order')
  await waitFor(async () => expect(await mailbox.leavesOf('address')).toHaveLength(1))
  cleanup()

  renderCheckout('flower=tulips&quantity=1')
  const name = await screen.findByLabelText<HTMLInputElement>("Recipient's name")
  fireEvent.change(name, { target: { value: 'Anu' } })
  fireEvent.click(await screen.findByText('Sunita Deshpande'))
  const address = screen.getByLabelText<HTMLTextAreaElement>('Address')
  expect([name.value, address.value]).toEqual(['Sunita Deshpande', '14, Bapu Nagar'])
  await press('Undo')
  expect([name.value, address.value]).toEqual(['Anu', ''])

  // Once the order has the address, a late Undo must not change the form.
  fireEvent.click(screen.getByText('Sunita Deshpande'))
  await screen.findByRole('button', { name: 'Undo' })
  await press('Continue to Payment')
  await screen.findByRole('heading', { name: 'How would you like to pay?' })
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  await press('Back')

  await press('Forget the address of Sunita Deshpande')
  await screen.findByText('The address is forgotten')
  await waitFor(() => expect(screen.queryByText('Send to the same place again?')).toBeNull())
  expect(JSON.stringify(await mailbox.leavesOf('address'))).not.toContain('Sunita')
  await press('Undo')
  await screen.findByText('Send to the same place again?')
})

test('a checkout that is opened has the catalogue asked again', async () => {
  const here = await openLocalData({ account })
  const look = vi.spyOn(here.supervisor, 'lookAtCatalogue')
  await cart.add('tulips', 1)
  renderCheckout('')
  await screen.findByRole('heading', { name: 'Where should we deliver?' })
  expect(look).toHaveBeenCalled()
})
