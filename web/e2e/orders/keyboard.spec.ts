import { expect, test } from '../fixtures.ts'
import { press, tabTo, type } from '../keyboard.ts'
import { words } from '../screen-texts.ts'

const say = words.en

test('an order is placed and cancelled with the keyboard alone, and every control has a name', async ({ phone }) => {
  test.slow()
  const { page } = await phone()
  const main = page.getByRole('main')
  const arrivesAt = async (path: RegExp) => {
    await expect(page).toHaveURL(path)
    // A screen reader continues at the heading of the new screen.
    await expect(main.getByRole('heading', { level: 1 })).toBeFocused()
  }
  await page.goto('/')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await skip.waitFor({ state: 'attached' })
  await page.keyboard.press('Tab')
  await expect(skip).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(main).toBeFocused()

  const city = main.getByRole('combobox', { name: 'Deliver in' })
  await type(page, city, 'jaip')
  await page.keyboard.press('Enter')
  await expect(city).toHaveValue('Jaipur')
  await press(page, main.getByRole('link', { name: say.orderNow }))
  await arrivesAt(/browse\?city=jaipur$/)

  const filters = page.getByRole('button', { name: say.filters })
  await press(page, filters)
  const sheet = page.getByRole('dialog', { name: say.filters })
  const all = sheet.getByRole('radio', { name: 'All' }).first()
  await tabTo(page, all)
  await page.keyboard.press('ArrowRight')
  await expect(sheet.getByRole('radio', { name: 'Roses' })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(filters).toBeFocused()

  await type(page, page.getByRole('searchbox', { name: 'Search' }), 'carnation')
  await press(page, main.getByRole('link', { name: 'Carnation Comfort' }))
  await arrivesAt(/product\/carnations$/)
  await press(page, main.getByRole('button', { name: 'Favourite: Carnation Comfort' }), 'Space')
  await expect(main.getByRole('button', { name: 'Favourite: Carnation Comfort' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await press(page, main.getByRole('button', { name: /^One more/ }))
  await type(page, main.getByRole('textbox', { name: /^Message on the card/ }), 'With love')
  await press(page, main.getByRole('button', { name: say.addToCart, exact: true }))
  await arrivesAt(/cart$/)
  await expect(main.getByRole('status').filter({ hasText: /^2$/ })).toBeVisible()
  await press(page, main.getByRole('button', { name: 'Remove Carnation Comfort' }))
  await expect(main.getByRole('heading', { name: say.cartEmpty })).toBeFocused()
  await press(page, page.getByRole('button', { name: 'Undo' }))
  await press(page, page.getByRole('link', { name: say.proceed }))

  await arrivesAt(/checkout$/)
  await press(page, page.getByRole('button', { name: say.continueToPayment }))
  // The first incomplete field gets the focus and says what is missing.
  const name = main.getByRole('textbox', { name: say.recipient })
  await expect(name).toBeFocused()
  await expect(name).toHaveAccessibleDescription('Enter the name of who gets the flowers.')
  await type(page, name, 'Sunita Deshpande')
  await type(page, main.getByRole('textbox', { name: say.phone, exact: true }), '9829011420')
  await type(page, main.getByRole('textbox', { name: say.address, exact: true }), '14, Bapu Nagar')
  // The field already contains the city of the catalogue's filter.
  await expect(main.getByRole('combobox', { name: say.city, exact: true })).toHaveValue('Jaipur')
  await type(page, main.getByRole('textbox', { name: say.pincode }), '302015')
  await press(page, page.getByRole('button', { name: say.continueToPayment }))

  await tabTo(page, main.getByRole('radio', { name: /UPI/ }))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(main.getByRole('radio', { name: /Wallet/ })).toBeChecked()
  await press(page, page.getByRole('button', { name: say.placeOrder }))
  await arrivesAt(/order-tracking/)
  await expect(main.getByText(/FLR\d+/).first()).toBeVisible()

  const cancel = main.getByRole('button', { name: 'Cancel order' })
  await press(page, cancel)
  const question = page.getByRole('dialog', { name: 'Cancel this order?' })
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(cancel).toBeFocused()
  await page.keyboard.press('Enter')
  await press(page, question.getByRole('button', { name: 'Cancel order' }))
  await expect(main.getByRole('heading', { name: 'This order is cancelled' })).toBeVisible()
})
