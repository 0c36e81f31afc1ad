// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, expect, test, vi } from 'vitest'
import { cartLine, type Flower } from '#model'
import { SAMPLE_FLOWERS } from '../../../../design-docs/model/catalogue/sample-catalogue.ts'
import { samplePromos } from '../../../../design-docs/model/orders/promos/sample-promos.ts'
import { noteComplete } from '../../data/local/initial-sync-flag.ts'
import { cart, cartOf } from '../../data/orders/cart.ts'
import { startLanguage } from '../../i18n/start.ts'
import { logOutInAnotherTab } from '../../testing/another-tab.ts'
import { aFlower, anOrder, aUlid } from '../../testing/documents.ts'
import { liveRegions } from '../../testing/live-regions.ts'
import { openLocalData, renderWithLocalData } from '../../testing/render-with-local-data.tsx'
import type { TestDevice } from '../../testing/test-device.ts'
import { ToastRegion } from '../../ui/overlays/toasts.tsx'
import { CartScreen } from './cart.tsx'

beforeAll(startLanguage)

const account = { id: 'a1', email: 'asha@device.example', name: 'Asha', role: 'CUSTOMER' as const }

async function openCart(flowers: string[], catalogue: object[] = [], who: { account?: typeof account } = { account }) {
  const here = await openLocalData({ catalogue: [...SAMPLE_FLOWERS, ...catalogue], ...who })
  for (const flower of flowers) await cart.add(flower, 1)
  await renderCart(here)
  return here
}

async function renderCart(here: TestDevice, state?: object) {
  await renderWithLocalData(
    <MemoryRouter initialEntries={[{ pathname: '/cart', state }]}>
      <CartScreen />
      <ToastRegion />
    </MemoryRouter>,
    { device: here, catalogue: [] },
  )
  await screen.findByRole('heading', { level: 1 })
}

function press(name: string) {
  const button = screen.getByRole('button', { name })
  button.focus()
  fireEvent.click(button)
}

const hasFocus = (name: string) => waitFor(() => expect(document.activeElement?.textContent).toBe(name))

test('the focus of a removed line goes to the next one, and from the last to the heading', async () => {
  await openCart(['red-roses', 'tulips'])
  press('Remove Red Roses Bouquet')
  await hasFocus('Pink Tulips')
  press('Remove: Pink Tulips')
  await hasFocus('Your cart is empty')
})

test('a message field opens with the focus, and saving leaves the focus on the button to change it', async () => {
  await openCart(['tulips'])
  press('Add a message to Pink Tulips')
  const field = screen.getByLabelText('Message on the card')
  expect(document.activeElement).toBe(field)
  fireEvent.change(field, { target: { value: 'For Sunita' } })
  press('Save the message')
  await hasFocus('Change the message')
})

test('a message counts letters as people see them, and no pasted emoji is cut in half', async () => {
  await openCart(['tulips'])
  press('Add a message to Pink Tulips')
  const field = screen.getByLabelText<HTMLTextAreaElement>('Message on the card')
  fireEvent.change(field, { target: { value: 'क्षि'.repeat(10) } })
  screen.getByText('490 letters left')
  const family = '👨‍👩‍👧'
  fireEvent.change(field, { target: { value: `${'a'.repeat(499)}${family}${family}` } })
  expect(field.value).toBe(`${'a'.repeat(499)}${family}`)
  screen.getByText('0 letters left')
  press('Save the message')
  await screen.findByText(`${'a'.repeat(499)}${family}`)
})

test('many quick taps are all counted', async () => {
  await openCart(['tulips'])
  for (let n = 0; n < 9; n += 1) press('One more: Pink Tulips')
  await screen.findByText('10')
})

test('a message that was typed and left without saving is stored', async () => {
  const here = await openCart(['tulips'])
  press('Add a message to Pink Tulips')
  fireEvent.change(screen.getByLabelText('Message on the card'), { target: { value: 'For Sunita' } })
  cleanup()
  const mailbox = here.databases.mailbox()
  await waitFor(async () => expect((await mailbox.leavesOf('cart', 'tulips'))[0]?.message).toBe('For Sunita'))
})

test('a message that is being written does not go to the cart of the next person', async () => {
  const here = await openCart(['tulips'])
  press('Add a message to Pink Tulips')
  fireEvent.change(screen.getByLabelText('Message on the card'), { target: { value: 'For Sunita' } })
  act(() => logOutInAnotherTab(here))
  await screen.findByText('Your cart is empty')
  await act(() => cart.add('red-roses', 1))
  await screen.findByText('Red Roses Bouquet')
  expect(screen.queryByLabelText('Message on the card')).toBeNull()
  expect(JSON.stringify(await here.databases.mailbox().leavesOf('cart'))).not.toContain('For Sunita')
})

test('a message that could not be stored stays in its field until it is', async () => {
  const here = await openCart(['tulips'])
  press('Add a message to Pink Tulips')
  const field = screen.getByLabelText<HTMLTextAreaElement>('Message on the card')
  fireEvent.change(field, { target: { value: 'For Sunita' } })
  const full = vi.spyOn(here.databases.mailbox().db, 'put').mockRejectedValue(new Error('quota exceeded'))
  // Pressing the button blurs the field first.
  fireEvent.blur(field)
  press('Save the message')
  await screen.findByText('That could not be saved on this phone. Please try again.')
  await act(async () => {})
  expect(field.isConnected).toBe(true)
  expect(field.value).toBe('For Sunita')

  full.mockRestore()
  press('Save the message')
  await screen.findByRole('button', { name: 'Change the message of Pink Tulips' })
  screen.getByText('For Sunita')
})

test('a text being typed stays when another page changes the message', async () => {
  const here = await openCart(['tulips'])
  press('Add a message to Pink Tulips')
  const field = screen.getByLabelText<HTMLTextAreaElement>('Message on the card')
  fireEvent.change(field, { target: { value: 'For Sun' } })
  await cartOf(() => here).setMessage('tulips', 'From elsewhere')
  await cartOf(() => here).setQuantity('tulips', 4)
  await screen.findByText('4')
  expect(field.isConnected).toBe(true)
  expect(field.value).toBe('For Sun')
})

const aHundredAndOne = Array.from({ length: 101 }, (_, i) => aFlower({ _id: `flower:kind-${i}` }))

/** Writes all lines at once, because a hundred taps take long. */
async function fillCart(here: TestDevice, count: number, message?: string) {
  const mailbox = here.databases.mailbox()
  const { device } = mailbox
  const at = '2026-11-21T05:00:00.000Z'
  const docs = aHundredAndOne.slice(0, count).map(({ _id }) => ({
    ...{ _id: cartLine.id(_id.slice('flower:'.length), device), type: 'cart-line', device, taken: {}, updatedAt: at },
    ...{ flower: _id.slice('flower:'.length), added: 1, ...(message && { message, messageAt: at }) },
  }))
  await mailbox.db.bulkDocs(docs as object[])
}
const checkoutLink = () => screen.queryByRole('link', { name: 'Proceed to Checkout' })

test('a cart with too many different flowers says so, and leads to the checkout after they are removed', async () => {
  const here = await openLocalData({ catalogue: aHundredAndOne, account })
  await fillCart(here, 101)
  await renderCart(here)
  await screen.findByText('One order holds 100 different flowers at most. Take 1 out to go on.')
  expect(checkoutLink()).toBeNull()
  await act(() => cart.remove('kind-0'))
  await waitFor(() => expect(checkoutLink()).not.toBeNull())
})

test('messages that are too long together for one order show an error in the cart, not after paying', async () => {
  const here = await openLocalData({ catalogue: aHundredAndOne, account })
  await fillCart(here, 55, 'जन्मदिन मुबारक '.repeat(33))
  await renderCart(here)
  await screen.findByText(/^The messages on your cards are too long for one order\. Make them [\d,]+ letters shorter/)
  expect(checkoutLink()).toBeNull()
})

test('a thousand of one flower is the maximum, and the cart says so', async () => {
  await openCart(['tulips'])
  await act(() => cart.setQuantity('tulips', 1000))
  await screen.findByText('An order holds 1,000 of one flower at most.')
  expect(screen.getByRole('button', { name: 'One more: Pink Tulips' })).toHaveProperty('disabled', true)
})

test('a cart to which two devices added more than a thousand of one flower leads to no checkout until one is taken out', async () => {
  const here = await openCart(['tulips'])
  await act(() => cart.setQuantity('tulips', 1000))
  const at = '2026-11-21T05:00:00.000Z'
  const other = { type: 'cart-line', device: 'other', flower: 'tulips', added: 600, taken: {}, updatedAt: at }
  await here.databases.mailbox().db.bulkDocs([{ _id: cartLine.id('tulips', 'other'), ...other }] as object[])
  await screen.findByText('1600')
  expect(checkoutLink()).toBeNull()
  expect(screen.getAllByText('An order holds 1,000 of one flower at most.').length).toBe(2)
  press('One fewer: Pink Tulips')
  await screen.findByText('1000')
  await waitFor(() => expect(checkoutLink()).not.toBeNull())
})

test('a change that this phone cannot store shows an error and changes nothing', async () => {
  const here = await openCart(['tulips'])
  vi.spyOn(here.databases.mailbox().db, 'bulkDocs').mockRejectedValue(new Error('quota exceeded'))
  vi.spyOn(here.databases.mailbox().db, 'put').mockRejectedValue(new Error('quota exceeded'))
  press('Clear Cart')
  await screen.findByText('That could not be saved on this phone. Please try again.')
  screen.getByRole('heading', { name: 'Pink Tulips' })
})

test('after several removals one Undo brings all lines back, with their messages', async () => {
  await openCart(['red-roses', 'tulips', 'orchids'])
  await cart.setMessage('tulips', 'For Asha')
  await screen.findByText('For Asha')
  press('Remove: Pink Tulips')
  await screen.findByText('Pink Tulips was removed')
  press('Remove: Purple Orchids')
  await screen.findByText('2 flowers were removed')
  press('Clear Cart')
  await hasFocus('Your cart is empty')
  press('Undo')
  for (const name of ['Red Roses Bouquet', 'Pink Tulips', 'Purple Orchids'])
    await screen.findByRole('heading', { name })
  await screen.findByText('For Asha')
  // Lines that were brought back are not in the next Undo.
  press('Remove: Pink Tulips')
  await screen.findByText('Pink Tulips was removed')
})

test('Undo brings back the stored quantity, not the one that the screen still showed', async () => {
  const here = await openCart(['tulips'])
  await cart.setQuantity('tulips', 3)
  await screen.findByText('3')
  await cartOf(() => here).setQuantity('tulips', 2)
  press('Remove Pink Tulips')
  await hasFocus('Your cart is empty')
  press('Undo')
  await screen.findByRole('heading', { name: 'Pink Tulips' })
  await screen.findByText('2')
})

test('a removal that is stored after the person left the cart offers no Undo elsewhere', async () => {
  const here = await openCart(['tulips'])
  const { db } = here.databases.mailbox()
  const held = Promise.withResolvers<void>()
  const put = db.put.bind(db)
  vi.spyOn(db, 'put').mockImplementation(async (...args: Parameters<typeof put>) => {
    await held.promise
    return put(...args)
  })
  press('Remove: Pink Tulips')
  cleanup()
  render(<ToastRegion />)
  held.resolve()
  const mailbox = here.databases.mailbox()
  await waitFor(async () => expect(cartLine.merge(await mailbox.leavesOf('cart'), [])).toEqual([]))
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('a cart that was emptied during a checkout says that it was not emptied on this phone', async () => {
  const device = await openLocalData({ account })
  await renderCart(device, { wasFilled: true })
  screen.getByText(/^It was ordered or emptied elsewhere just now/)
  expect(screen.getByRole('link', { name: 'Your orders' }).getAttribute('href')).toBe('#/order-history')
})

async function applyCode(code: string) {
  fireEvent.change(screen.getByLabelText(/^Promo code/), { target: { value: code } })
  press('Apply')
}
const total = async (rupees: string) =>
  waitFor(() => expect(screen.getAllByText(rupees).map(({ tagName }) => tagName)).toContain('DD'))

test('a valid code shows what it saves, stays over a reload, and disappears when it is removed', async () => {
  const here = await openCart(['red-roses'], await samplePromos())
  await applyCode('mogra10')
  await screen.findByText('MOGRA10: you save ₹90')
  await total('₹899')
  screen.getByText('−₹90')
  cleanup()
  await renderCart(here)
  await screen.findByText('MOGRA10: you save ₹90')
  press('Remove the promo code')
  await total('₹994')
  expect(screen.getByLabelText<HTMLInputElement>(/^Promo code/).value).toBe('')
})

test.each([
  ['DIWALI25', 'DIWALI25 has ended. Try another code, or order without one.'],
  ['WELCOME100', 'WELCOME100 holds from ₹999 worth of flowers.'],
  ['', 'A code is 3 to 20 letters and digits.'],
  ['MOGRA💐', 'A code is 3 to 20 letters and digits.'],
  ['ELSEWHERE', /This phone does not know ELSEWHERE\. Mogra checks it when your order is sent\./],
])('the code "%s" changes no price and shows why beside the field, which keeps it', async (code, words) => {
  await openCart(['red-roses'], await samplePromos())
  await applyCode(code)
  await screen.findByText(words)
  await total('₹994')
  expect(screen.getByLabelText<HTMLInputElement>(/^Promo code/).value).toBe(code)
})

test.each(['mogra 10', 'MOGRA-10', 'MOGRA\u200B१०'])('%s is the code MOGRA10', async (code) => {
  await openCart(['red-roses'], await samplePromos())
  await applyCode(code)
  await screen.findByText('MOGRA10: you save ₹90')
})

test('a code at its maximum says so', async () => {
  await openCart(['red-roses'], await samplePromos())
  await applyCode('MOGRA10')
  await screen.findByText('MOGRA10: you save ₹90')
  press('One more: Red Roses Bouquet')
  await screen.findByText('MOGRA10: you save ₹180')
  press('One more: Red Roses Bouquet')
  await screen.findByText('MOGRA10: you save ₹200, the most that it gives')
})

test('a code below its minimum becomes valid once the cart is worth enough, and only once', async () => {
  const here = await openCart(['red-roses'], await samplePromos())
  await applyCode('WELCOME100')
  await screen.findByText(/holds from ₹999/)
  press('One more: Red Roses Bouquet')
  await screen.findByText('WELCOME100: you save ₹100')
  await here.databases.mailbox().db.bulkDocs([anOrder(aUlid(), { promoCode: 'WELCOME100', discountRupees: 100 })])
  await screen.findByText('You have used WELCOME100 already. It can be used once per account.')
  await total('₹1,938')
})

test('a changed price is shown beside the one before, until it is accepted', async () => {
  const here = await openCart(['tulips'])
  const before = liveRegions()
  const { db } = here.databases.catalogue
  const flower = await db.get<Flower>('flower:tulips')
  await db.put({ ...flower, priceRupees: 1399 })
  const change = await screen.findByText(/The price of one has changed:/)
  expect(change.parentElement?.textContent).toBe('The price of one has changed: ₹1,299 ₹1,399')
  expect(before.heard(change)).toBe(true)
  cleanup()
  await renderCart(here)
  press('Keep it at ₹1,399')
  expect(screen.queryByText(/has changed/)).toBeNull()
  cleanup()
  await renderCart(here)
  expect(screen.queryByText(/has changed/)).toBeNull()
})

test('a flower that goes out of stock is marked at its line and above the checkout button', async () => {
  const here = await openCart(['tulips'])
  const before = liveRegions()
  const { db } = here.databases.catalogue
  const flower = await db.get<Flower>('flower:tulips')
  await db.put({ ...flower, inStock: false })
  expect(before.heard(await screen.findByText('Out of Stock'))).toBe(true)
  expect(before.heard(screen.getByText(/^Something in your cart cannot be ordered/))).toBe(true)
})

test('Undo brings a cleared cart back, each line with its message', async () => {
  await openCart(['red-roses', 'tulips'])
  await cart.setMessage('tulips', 'For Sunita')
  await cart.setQuantity('red-roses', 3)
  await screen.findByText('For Sunita')
  press('Clear Cart')
  await screen.findByRole('heading', { name: 'Your cart is empty' })
  press('Undo')
  await screen.findByText('For Sunita')
  await screen.findByText('3')
})

test('the card is previewed while its message is written', async () => {
  await openCart(['tulips'])
  press('Add a message to Pink Tulips')
  fireEvent.change(screen.getByLabelText('Message on the card'), { target: { value: 'For Sunita' } })
  const card = screen.getByText('This is how the card will read').closest('figure')
  expect(card?.querySelector('blockquote')?.textContent).toBe('For Sunita')
  screen.getByText('490 letters left')
})

test('a visitor is told that a code which can be used once needs an account', async () => {
  await openCart(['red-roses', 'tulips'], await samplePromos(), {})
  await applyCode('WELCOME100')
  await screen.findByText('Log in to use WELCOME100. It can be used once per account.')
  await total('₹2,358')
})

test('a cart that has not fully arrived is neither called empty nor complete', async () => {
  const { device } = await renderWithLocalData(
    <MemoryRouter>
      <CartScreen />
    </MemoryRouter>,
    { account, isArriving: true },
  )
  const { databases, announce } = device
  await screen.findByText('Your cart is still arriving')
  expect(screen.queryByText('Your cart is empty')).toBeNull()
  await cart.add('tulips', 1)
  await screen.findByRole('heading', { name: 'Pink Tulips' })
  await screen.findByText('Your cart is still arriving')

  await noteComplete(databases.mailbox().db, '2026-11-21T10:00:00.000Z')
  act(() => announce(['complete']))
  await waitFor(() => expect(screen.queryByText('Your cart is still arriving')).toBeNull())
  screen.getByRole('heading', { name: 'Pink Tulips' })
})

test('a cart that is opened has the catalogue asked again', async () => {
  const here = await openLocalData({ account })
  const look = vi.spyOn(here.supervisor, 'lookAtCatalogue')
  await cart.add('tulips', 1)
  await renderCart(here)
  expect(look).toHaveBeenCalled()
})
