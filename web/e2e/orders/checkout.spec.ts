import type { Page } from '@playwright/test'
import { atPrice, fillDelivery, readyOffline, signIn } from '../customer-steps.ts'
import { expect, test } from '../fixtures.ts'
import { inOneLanguage } from '../in-one-language.ts'
import { words } from '../screen-texts.ts'

const say = words.en

async function buyNow(page: Page, flower: string) {
  await page.goto(`/#/product/${flower}`)
  await page.getByRole('button', { name: 'Buy Now' }).click()
  await fillDelivery(page)
}

/** Taps twice at the same place. Both taps are sent at once with fixed timestamps: a busy machine changes nothing. */
async function doubleTap(page: Page, name: string | RegExp, across: number) {
  const box = await page.getByRole('main').getByRole('button', { name }).boundingBox()
  if (!box) throw new Error(`${name} cannot be seen`)
  const there = { x: box.x + box.width * across, y: box.y + box.height / 2, button: 'left' } as const
  const session = await page.context().newCDPSession(page)
  const now = Date.now() / 1000
  const taps = [1, 2].flatMap((clickCount) => {
    const timestamp = now + clickCount * 0.15
    return [
      { ...there, type: 'mousePressed', clickCount, timestamp },
      { ...there, type: 'mouseReleased', clickCount, timestamp: timestamp + 0.02 },
    ] as const
  })
  await Promise.all(taps.map((tap) => session.send('Input.dispatchMouseEvent', tap)))
}

test('a double tap goes only one step further', async ({ service, customer, phone }) => {
  const { page } = await phone()
  await signIn(page, service, customer.email)
  await page.goto('/#/product/tulips')
  await doubleTap(page, say.addToCart, 0.2)
  await expect(page).toHaveURL(/cart$/)
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: /^1$/ })).toBeVisible()

  await buyNow(page, 'red-roses')
  for (const across of [0.78, 0.5]) {
    await doubleTap(page, say.continueToPayment, across)
    await expect(page.getByRole('button', { name: say.placeOrder })).toBeVisible()
    await expect(page.getByText('Processing...')).toBeHidden()
    await page.goBack()
    await expect(page.getByLabel(say.recipient)).toHaveValue('Sunita Deshpande')
  }
})

for (const step of ['delivery', 'payment'])
  test(`a step that cannot be loaded is reported at the start of the checkout, and the next try loads it: ${step}`, async ({
    phone,
  }) => {
    const { page } = await phone()
    let isCut = true
    await page.route(new RegExp(`/${step}-step-[^/]*\\.js`), (route) => (isCut ? route.abort() : route.continue()))
    await page.goto('/#/product/red-roses')
    await page.getByRole('button', { name: 'Buy Now' }).click()
    await expect(page.getByRole('alert')).toContainText('What you saved on this phone is still there.')
    isCut = false
    await page.getByRole('button', { name: 'Try Again' }).click()
    await fillDelivery(page)
    await page.getByRole('button', { name: say.continueToPayment }).click()
    await expect(page.getByRole('button', { name: say.placeOrder })).toBeVisible()
  })

test('the payment step reports changes of the cart by another phone, also if nothing is left in it', async ({
  service,
  customer,
  phone,
}) => {
  const { page } = await phone()
  const other = (await phone()).page
  for (const each of [page, other]) await signIn(each, service, customer.email)
  await page.goto('/#/product/tulips')
  await page.getByRole('main').getByRole('button', { name: say.addToCart, exact: true }).press('Enter')
  await page.getByRole('link', { name: say.proceed }).click()
  await fillDelivery(page)
  await page.getByRole('button', { name: say.continueToPayment }).press('Enter')
  const pay = page.getByRole('button', { name: say.placeOrder })
  await expect(pay).toBeVisible()

  await other.goto('/#/cart')
  await other.getByRole('button', { name: 'One more: Pink Tulips' }).press('Enter')
  const notice = page.getByRole('alert').filter({ hasText: 'You saw ₹1,414, now it is ₹2,778' })
  await expect(notice).toBeVisible()
  await pay.press('Enter')
  await expect(notice.locator('[tabindex]')).toBeFocused()
  await expect(page).toHaveURL(/step=payment/)
  await page.getByRole('button', { name: 'Go on with ₹2,778' }).press('Enter')
  await expect(notice).toBeHidden()
  await expect(pay).toBeFocused()

  await other.getByRole('button', { name: 'Clear Cart' }).press('Enter')
  await expect(page.getByText(/^It was ordered or emptied elsewhere just now/)).toBeVisible()
  await page.getByRole('link', { name: 'Your orders' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'No orders yet' })).toBeVisible()
})

test('an order survives if its page is closed while it is processed', async ({ service, customer, phone }) => {
  const { page, context } = await phone()
  await signIn(page, service, customer.email)
  await buyNow(page, 'red-roses')
  await page.getByRole('button', { name: say.continueToPayment }).click()
  await page.getByRole('button', { name: say.placeOrder }).click()
  await expect(page.getByText('Processing...')).toBeVisible()
  const address = page.url()
  await page.waitForFunction(() => localStorage.getItem('mogra_draft_placed'))
  await page.close()
  const again = await context.newPage()
  await again.goto(address)
  await expect(again).toHaveURL(/order-tracking/)
  await expect(again.getByText(/FLR\d+/).first()).toBeVisible()
})

test('Back while an order is processed leads to the order', async ({ service, customer, phone }) => {
  const { page } = await phone()
  await signIn(page, service, customer.email)
  await buyNow(page, 'red-roses')
  await page.getByRole('button', { name: say.continueToPayment }).click()
  // Runs in the page: processing takes two seconds, and a call from the test may take as long on a busy machine.
  await page.evaluate(() => {
    const goBackMeanwhile = () =>
      localStorage.getItem('mogra_draft_placed') ? history.back() : requestAnimationFrame(goBackMeanwhile)
    goBackMeanwhile()
  })
  await page.getByRole('button', { name: say.placeOrder }).click()
  await expect(page).toHaveURL(/order-tracking/)
})

test('a refused order that was placed again links to the new order', async ({ service, customer, phone }) => {
  const { page, context } = await phone({ storesApp: true })
  await signIn(page, service, customer.email)
  await readyOffline(page)
  await context.setOffline(true)
  await buyNow(page, 'sunflowers')
  await page.getByRole('button', { name: say.continueToPayment }).click()
  await page.getByRole('button', { name: say.placeOrder }).click()
  await expect(page).toHaveURL(/order-tracking/, { timeout: 20_000 })
  const refused = page.url()
  await atPrice(service, 'sunflowers', 1199, async () => {
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Order for ₹1,309' }).click()
    await expect(page.getByText(/FLR\d+/).first()).toBeVisible()
  })
  const next = page.url()

  await page.goto(refused)
  await expect(page.getByText('You have placed this order again since.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  await page.getByRole('link', { name: 'Show the new order' }).click()
  await expect(page).toHaveURL(next)
})

test('the typed and chosen values of a checkout survive reloads and the login', async ({
  service,
  customer,
  phone,
}) => {
  const { page } = await phone()
  await page.goto('/#/product/tulips')
  await page.getByLabel(/^Message/).fill('For Sunita')
  await page.reload()
  await expect(page.getByLabel(/^Message/)).toHaveValue('For Sunita')
  await page.getByRole('main').getByRole('button', { name: say.addToCart, exact: true }).click()

  await page.getByRole('button', { name: 'Change the message of Pink Tulips' }).click()
  await page.getByLabel('Message on the card').fill('For Sunita, with love')
  await page.getByRole('link', { name: say.proceed }).click()
  await fillDelivery(page)
  await page.getByRole('button', { name: say.continueToPayment }).click()
  await page.getByRole('radio', { name: /Wallet/ }).check()
  await page.reload()
  await expect(page.getByRole('radio', { name: /Wallet/ })).toBeChecked()

  await page.getByRole('link', { name: 'Log in first' }).click()
  await expect(page).toHaveURL(/login/)
  await signIn(page, service, customer.email, say, page.url())
  await expect(page.getByRole('radio', { name: /Wallet/ })).toBeChecked()
  await page.getByRole('button', { name: say.placeOrder }).click()
  await expect(page).toHaveURL(/order-tracking/)
  await expect(page.getByText('For Sunita, with love')).toBeVisible()
  await expect(page.getByText('Payment: Wallet')).toBeVisible()
})

test('open filters leave no extra history entry after a reload, and Back from Payment leads to Delivery', async ({
  phone,
}) => {
  const { page } = await phone()
  await page.goto('/#/')
  await page.goto('/#/browse')
  await page.getByRole('button', { name: 'Filters' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Filters' })).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).toHaveURL(/browse$/)
  await page.goBack()
  await expect(page).toHaveURL(/#\/$/)

  await buyNow(page, 'tulips')
  await page.getByRole('button', { name: say.continueToPayment }).click()
  await expect(page).toHaveURL(/step=payment/)
  await page.goBack()
  await expect(page.getByLabel(say.recipient)).toHaveValue('Sunita Deshpande')
})

test('a very long word does not make any page wider', async ({ service, customer, phone }) => {
  const { page } = await phone()
  await signIn(page, service, customer.email)
  await buyNow(page, 'tulips')
  await page.getByLabel(say.address, { exact: true }).fill('x'.repeat(300))
  await page.getByLabel(say.recipient).fill('y'.repeat(150))
  const width = () => page.evaluate(() => document.documentElement.scrollWidth)
  await page.getByRole('button', { name: say.continueToPayment }).click()
  await expect(page.getByText('x'.repeat(300))).toBeVisible()
  expect(await width()).toBe(360)
  await page.getByRole('button', { name: say.placeOrder }).click()
  await expect(page).toHaveURL(/order-tracking/)
  await expect(page.getByText('x'.repeat(300))).toBeVisible()
  expect(await width()).toBe(360)
})

for (const language of inOneLanguage('en'))
  test(`the app shows a message in a browser that refuses to store anything (${language})`, async ({ phone }) => {
    const { page } = await phone({ language })
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('denied', 'SecurityError')
      }
    })
    await page.goto('/')
    const title = {
      en: 'This browser does not let Mogra store anything',
      hi: 'यह ब्राउज़र मोगरा को कुछ भी सहेजने नहीं देता',
    }
    await expect(page.getByRole('heading', { name: title[language] })).toBeVisible()
  })
