import { order, readyOffline, signIn } from '../customer-steps.ts'
import { expect, test } from '../fixtures.ts'
import { inOneLanguage } from '../in-one-language.ts'
import { words } from '../screen-texts.ts'

for (const language of inOneLanguage('hi')) {
  test(`an order placed offline survives a restart and is confirmed on both phones (${language})`, async ({
    service,
    customer,
    phone,
  }) => {
    const say = words[language]
    const { page, context } = await phone({ language, storesApp: true })
    const main = page.getByRole('main')
    const ordersInCore = () => service.services.couch.db('orders').ids('order:', 'order:\uffff')

    await page.goto('/')
    await main.getByRole('link', { name: say.orderNow }).click()
    await expect(main.getByRole('link', { name: say.redRoses })).toBeVisible()
    await signIn(page, service, customer.email, say)
    await readyOffline(page)

    await context.setOffline(true)
    await order(page, 'red-roses', say)
    await expect(main.getByText(say.savedHere).first()).toBeVisible()
    const before = await ordersInCore()

    const address = page.url()
    await page.close()
    const again = await context.newPage()
    await again.goto(address)
    await expect(again.getByRole('main').getByText(say.savedHere).first()).toBeVisible()
    await again.goto('/#/order-history')
    await again.reload()
    await expect(again.getByRole('main').getByText(say.savedHere).first()).toBeVisible()
    expect(await ordersInCore()).toEqual(before)

    await context.setOffline(false)
    const number = again.getByText(/FLR\d+/).first()
    await expect(number).toBeVisible()
    expect(await ordersInCore()).toHaveLength(before.length + 1)

    const second = await phone({ language })
    await signIn(second.page, service, customer.email, say)
    await second.page.goto('/#/order-history')
    await expect(second.page.getByText((await number.textContent()) ?? 'no number').first()).toBeVisible()

    const confirmations = () => service.mails().filter(({ to, text }) => to === customer.email && text.includes('FLR'))
    await expect.poll(() => confirmations().length).toBe(1)
    expect(/\p{Script=Devanagari}/u.test(confirmations()[0]?.subject ?? '')).toBe(language === 'hi')
  })
}

test('two phones of one account share a cart, and each shows the other’s changes at once', async ({
  service,
  customer,
  phone,
}) => {
  const one = await phone()
  const two = await phone()
  for (const { page } of [one, two]) await signIn(page, service, customer.email)
  await one.page.goto('/#/product/tulips')
  await one.page.getByRole('main').getByRole('button', { name: words.en.addToCart, exact: true }).click()
  await two.page.goto('/#/cart')
  await expect(two.page.getByRole('heading', { name: 'Pink Tulips' })).toBeVisible()
  await two.page.getByRole('button', { name: 'One more: Pink Tulips' }).click()
  await expect(one.page.getByRole('main').getByRole('status', { name: '' }).filter({ hasText: /^2$/ })).toBeVisible()
})

test('a link opens its screen in whatever form it arrives, from the service and from the service worker', async ({
  phone,
}) => {
  const { page, context } = await phone({ storesApp: true })
  const order = '/order-tracking/01JD0000000000000000000009'
  const lead = async () => {
    await page.goto('/browse?city=pune')
    await expect(page).toHaveURL('/#/browse?city=pune')
    await expect(page.getByRole('heading', { level: 1, name: 'Shop Flowers' })).toBeVisible()
    for (const link of [`${order}.`, `/#${order})`, `/%23${order}`]) {
      await page.goto('about:blank')
      await page.goto(link)
      await expect(page).toHaveURL(`/#${order}`)
    }
    // Into the bar of the open app.
    await page.goto(`/#${order}).`)
    await expect(page).toHaveURL(`/#${order}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await lead()
  await readyOffline(page)
  await context.setOffline(true)
  await lead()
})

test('a new screen starts at its top, also after Back to the previous one', async ({ phone }) => {
  const { page } = await phone()
  const addToCart = page.getByRole('main').getByRole('button', { name: words.en.addToCart, exact: true })
  await page.goto('/#/product/tulips')
  await addToCart.click()
  await expect(page).toHaveURL(/cart/)
  await page.goBack()
  await expect(addToCart).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  // A second click at the same place so soon would count as a double tap.
  await addToCart.press('Enter')
  await expect(page).toHaveURL(/cart/)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)

  // Opens a long screen by its URL, scrolls to its end, and opens the next one.
  const heading = page.getByRole('heading', { level: 1 })
  for (const address of ['#/terms', '#/about', '#/browse']) {
    const before = (await heading.textContent()) ?? ''
    await page.evaluate((hash) => {
      location.hash = hash
    }, address)
    // The screen before stays until the next one has been loaded.
    await expect(heading).not.toHaveText(before)
    await expect(heading).toBeFocused()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100)
  }
})

test('a reload keeps the scroll position, also in a long list', async ({ phone }) => {
  const { page } = await phone()
  await page.goto('/#/browse')
  await expect(page.getByRole('main').getByRole('link', { name: 'Pink Tulips' })).toBeAttached()
  await page.evaluate(() => window.scrollTo(0, 700))
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(700)
  await page.reload()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(700)

  // Back from a reloaded screen restores the scroll position too.
  await page.getByRole('main').getByRole('link', { name: 'Gerbera Joy' }).press('Enter')
  await expect(page).toHaveURL(/product/)
  const before = await page.evaluate(() => performance.timeOrigin)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await page.evaluate(() => performance.timeOrigin)).not.toBe(before)
  await page.goBack()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(500)

  // A new visit to the same URL starts at the top.
  await page.goto('about:blank')
  await page.goto('/#/browse')
  await expect(page.getByRole('main').getByRole('link', { name: 'Pink Tulips' })).toBeVisible()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
})

test('the tab has its Hindi title before the first screen is loaded', async ({ phone }) => {
  const { page } = await phone({ language: 'hi' })
  await page.route(/\/home-[^/]*\.js/, () => undefined)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page).toHaveTitle(/मोगरा/)
  await expect(page.locator('h1')).toHaveCount(0)
})

test('an outline is shown before the app, and a message if the app cannot be loaded', async ({ phone }) => {
  const { page } = await phone()
  let isCut = false
  await page.route(/\/assets\/react-[^/]*\.js/, (route) => (isCut ? route.abort() : undefined))
  await page.goto('/#/browse', { waitUntil: 'commit' })
  await expect(page.locator('.first-browse img').first()).toBeVisible()
  await expect(page.getByRole('alert')).toBeHidden()

  isCut = true
  await page.goto('/?again#/browse', { waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveAttribute('data-first', 'failed')
  await expect(page.getByRole('alert')).toContainText('Mogra could not be loaded')
  await page.unrouteAll()
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Shop Flowers' })).toBeVisible()
})
