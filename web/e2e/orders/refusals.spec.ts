import { atPrice, order, readyOffline, signIn, withoutStock, writeFact } from '../customer-steps.ts'
import { expect, test } from '../fixtures.ts'
import { words } from '../screen-texts.ts'

test('a price that changed meanwhile is never charged silently, and the phone shows both prices and asks', async ({
  service,
  customer,
  phone,
}) => {
  const { page, context } = await phone({ storesApp: true })
  await signIn(page, service, customer.email)
  await readyOffline(page)
  await context.setOffline(true)
  await order(page, 'white-lilies')

  await atPrice(service, 'white-lilies', 1199, async () => {
    await context.setOffline(false)
    const main = page.getByRole('main')
    await expect(main.getByText('The price has changed since you looked')).toBeVisible()
    await expect(main.getByText('₹1,204').first()).toBeVisible()
    await main.getByRole('button', { name: 'Order for ₹1,309' }).click()
    await expect(main.getByText(/FLR\d+/).first()).toBeVisible()
  })
})

test('after an order that was refused for an old price, the flower shows the new price at once', async ({
  service,
  customer,
  phone,
}) => {
  const { page } = await phone()
  const main = page.getByRole('main')
  await signIn(page, service, customer.email)
  await page.goto('/#/product/orchids')
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible()

  // The phone looked at the catalogue less than a minute ago, so the screens of the order do not ask again.
  await atPrice(service, 'orchids', 1999, async () => {
    await order(page, 'orchids')
    await expect(main.getByText('The price has changed since you looked')).toBeVisible()
    await page.goto('/#/product/orchids')
    await expect(main.getByText('₹1,999').first()).toBeVisible()
  })
})

test('a flower that is out of stock meanwhile is named, and the rest can be ordered for its own price', async ({
  service,
  customer,
  phone,
}) => {
  const { page, context } = await phone({ storesApp: true })
  await signIn(page, service, customer.email)
  await readyOffline(page)
  await context.setOffline(true)
  const main = page.getByRole('main')
  await page.goto('/#/product/carnations')
  await main.getByRole('button', { name: words.en.addToCart, exact: true }).click()
  await expect(page).toHaveURL(/cart/)
  await order(page, 'orchids')

  await withoutStock(service, 'orchids', async () => {
    await context.setOffline(false)
    await expect(main.getByText('Something in this order is out of stock')).toBeVisible()
    await expect(main.getByRole('status').getByText('Purple Orchids')).toBeVisible()
    await main.getByRole('button', { name: 'Order the rest for ₹731' }).click()
    await expect(main.getByText(/FLR\d+/).first()).toBeVisible()
    await expect(main.getByText('Carnation Comfort')).toBeVisible()
    await expect(main.getByText('Purple Orchids')).toBeHidden()
  })
})

test('the gate refuses a fact that a phone writes, accepts the rest of the push, and the phone shows the refusal', async ({
  service,
  customer,
  phone,
  browser,
}) => {
  const context = await browser.newContext({ baseURL: service.url, bypassCSP: true, serviceWorkers: 'allow' })
  const page = await context.newPage()
  await signIn(page, service, customer.email)
  await readyOffline(page)
  await context.setOffline(true)
  await writeFact(page)
  await context.setOffline(false)
  await page.goto('/#/attention')
  await expect(page.getByText(words.en.notYours)).toBeVisible()

  const second = await phone()
  await signIn(second.page, service, customer.email)
  await second.page.goto('/#/product/tulips')
  await expect(second.page.getByRole('button', { name: 'Favourite: Pink Tulips' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await context.close()
})
