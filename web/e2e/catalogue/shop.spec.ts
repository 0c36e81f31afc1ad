import english from '../../src/i18n/locales/en/orders.json' with { type: 'json' }
import hindi from '../../src/i18n/locales/hi/orders.json' with { type: 'json' }
import { fillDelivery, signIn, withoutStock } from '../customer-steps.ts'
import { expect, test } from '../fixtures.ts'
import { inOneLanguage } from '../in-one-language.ts'
import { words } from '../screen-texts.ts'

const say = words.en

test('a flower page shows all details, and links to the cart, the checkout and a share dialog', async ({
  service,
  phone,
}) => {
  test.slow()
  const { page, context } = await phone()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const main = page.getByRole('main')
  await page.goto('/#/product/red-roses')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(say.redRoses)
  await expect(main.getByRole('img', { name: /roses/i }).first()).toBeVisible()
  await expect(main.getByText(/% off/)).toBeVisible()
  await expect(main.getByText('In stock')).toBeVisible()
  await expect(main.getByText(/^Delivered in \d–\d hours$/)).toBeVisible()
  expect(await main.getByRole('list', { name: 'What you get' }).getByRole('listitem').count()).toBeGreaterThan(2)

  await expect(main.getByRole('button', { name: /^One fewer/ })).toBeDisabled()
  const date = main.getByLabel('Delivery date')
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(new Date())
  await expect(date).toHaveValue(today)
  await expect(date).toHaveAttribute('min', today)
  await date.fill(new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10))
  await expect(main.getByLabel('Delivery time').getByRole('option')).toHaveText([
    ...['Any time', 'Morning (9 AM - 12 PM)', 'Afternoon (12 - 5 PM)', 'Evening (5 - 8 PM)'],
  ])

  const heart = main.getByRole('button', { name: `Favourite: ${say.redRoses}` })
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await page.evaluate(() => {
    navigator.share = async ({ url } = {}) => {
      document.title = `Shared: ${url}`
    }
  })
  await main.getByRole('button', { name: 'Share' }).click()
  await expect(page).toHaveTitle(`Shared: ${page.url()}`)
  await page.evaluate(() => {
    Reflect.deleteProperty(navigator, 'share')
    Reflect.deleteProperty(Navigator.prototype, 'share')
  })
  await main.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByText('The link is copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())

  await main.getByRole('button', { name: /^One more/ }).click()
  await main.getByLabel(/^Message/).fill('With love')
  await main.getByRole('button', { name: say.addToCart, exact: true }).click()
  await expect(page).toHaveURL(/#\/cart$/)
  await expect(main.getByRole('heading', { name: 'Your cart' })).toBeVisible()
  await expect(main.getByText('With love')).toBeVisible()
  await page.goto('/#/product/tulips')
  await main.getByRole('button', { name: 'Buy Now' }).click()
  await expect(page).toHaveURL(/#\/checkout\?flower=tulips/)

  await page.goto('/#/product/no-such-flower')
  await expect(page).toHaveURL(/#\/browse$/)

  await withoutStock(service, 'carnations', async () => {
    const { page: other } = await phone()
    await other.goto('/#/product/carnations')
    // The first visit has to load the catalogue.
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 60_000 })
    await expect(other.getByRole('main').getByRole('button', { name: say.addToCart, exact: true })).toBeDisabled()
    await expect(other.getByRole('main').getByRole('button', { name: 'Out of Stock' })).toBeDisabled()
  })
})

test('the cart counts, removes and restores flowers, and shows the price and the ways to pay', async ({ phone }) => {
  const { page } = await phone()
  const main = page.getByRole('main')
  await page.goto('/#/checkout')
  await expect(page).toHaveURL(/#\/cart$/)
  await expect(main.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  await main.getByRole('link', { name: 'Browse flowers' }).click()
  await expect(page).toHaveURL(/#\/browse$/)

  for (const flower of ['red-roses', 'tulips']) {
    await page.goto(`/#/product/${flower}`)
    // Uses the keyboard: a click so soon at the same place would be ignored as the second half of a double tap.
    await main.getByRole('button', { name: say.addToCart, exact: true }).press('Enter')
    await expect(page).toHaveURL(/#\/cart$/)
  }
  const line = (name: string) => main.getByRole('listitem').filter({ hasText: name })
  await line(say.redRoses)
    .getByRole('button', { name: /^One more/ })
    .click()
  const summary = main.getByRole('region', { name: 'Order summary' })
  // 2 × 899 + 1,299, the fee, and 5 % tax on the flowers.
  for (const figure of ['₹3,097', '₹50', '₹155', '₹3,302'])
    await expect(summary.getByText(figure).first()).toBeVisible()
  await expect(summary.getByText(/Pay by UPI, Cards or Wallets at the next step/)).toBeVisible()
  await expect(summary.getByRole('button', { name: 'Apply' })).toBeVisible()
  await expect(summary.getByRole('link', { name: 'Continue Shopping' })).toHaveAttribute('href', '#/browse')
  await page.reload()
  await expect(summary.getByText('₹3,302').first()).toBeVisible()

  await line(say.pinkTulips)
    .getByRole('button', { name: /^(One fewer|Remove)/ })
    .first()
    .click()
  await expect(line(say.pinkTulips)).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(line(say.pinkTulips)).toBeVisible()
  await main.getByRole('button', { name: `Remove ${say.pinkTulips}` }).click()
  await expect(line(say.pinkTulips)).toBeHidden()
  await main.getByRole('button', { name: 'Clear Cart' }).click()
  await expect(main.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(line(say.redRoses)).toBeVisible()
  await page.getByRole('link', { name: say.proceed }).click()
  await expect(page).toHaveURL(/#\/checkout$/)
})

for (const language of inOneLanguage('en'))
  test(`the checkout reports missing fields, and accepts UPI, card or wallet (${language})`, async ({
    service,
    customer,
    phone,
  }) => {
    const own = words[language]
    const texts = { en: english.checkout, hi: hindi.checkout }[language]
    const { page } = await phone({ language })
    const main = page.getByRole('main')
    await signIn(page, service, customer.email, own)
    await page.goto('/#/checkout?flower=orchids&quantity=1')
    const day = (ahead: number) =>
      new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(Date.now() + ahead * 86_400_000)
    const date = main.getByLabel(texts.delivery.date)
    await expect(date).toHaveAttribute('min', day(0))
    await expect(date).toHaveAttribute('max', day(60))
    await date.fill('')
    await main.getByRole('button', { name: own.continueToPayment }).click()
    for (const error of [
      texts.error.name,
      texts.error.phone,
      texts.error.address,
      texts.error.city,
      texts.error.pincode,
      texts.error.date,
    ])
      await expect(main.getByText(error, { exact: true })).toBeVisible()
    await expect(main.getByLabel(own.recipient)).toBeFocused()
    await fillDelivery(page, own)
    await date.fill(day(0))
    await main.getByRole('radio', { name: new RegExp(texts.substitution.refundNote) }).check()
    await main.getByRole('button', { name: own.continueToPayment }).click()

    await expect(main.getByRole('radio', { name: /UPI/ })).toBeChecked()
    await expect(main.getByRole('img', { name: /QR/ })).toBeVisible()
    await expect(main.getByRole('link', { name: texts.upi.open })).toHaveAttribute(
      'href',
      /^upi:\/\/pay\?pa=.*&am=\d+\.00/,
    )
    // Uses the keyboard: such quick clicks would count as a double tap.
    await main.getByRole('button', { name: texts.payment.back }).press('Enter')
    await expect(main.getByLabel(own.recipient)).toHaveValue('Sunita Deshpande')
    await main.getByRole('button', { name: own.continueToPayment }).press('Enter')

    await main.getByRole('radio', { name: /Paytm/ }).check()
    await expect(main.getByRole('radio', { name: 'Amazon Pay', exact: true })).toBeVisible()
    await main.getByRole('radio', { name: /Visa/ }).check()
    await main.getByLabel(texts.card.number).pressSequentially('4111111111111112')
    await main.getByRole('button', { name: own.placeOrder }).click()
    await expect(main.getByText(texts.card.error.number)).toBeVisible()
    await expect(main.getByLabel(texts.card.number)).toBeFocused()
    await main.getByLabel(texts.card.number).fill('')
    await main.getByLabel(texts.card.number).pressSequentially('4111111111111111')
    await expect(main.getByLabel(texts.card.number)).toHaveValue('4111 1111 1111 1111')
    await main.getByLabel(texts.card.expiry).pressSequentially('1239')
    await main.getByLabel(texts.card.cvv).fill('123')
    await main.getByLabel(texts.card.name).fill('Asha Rathore')
    const pressed = Date.now()
    await main.getByRole('button', { name: own.placeOrder }).click()
    await expect(page).toHaveURL(/order-tracking/)
    expect(Date.now() - pressed).toBeGreaterThan(1_900)
    await expect(main.getByText(/FLR\d+/).first()).toBeVisible()
    await page.goto('/#/cart')
    await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
  })
