import { expect, test } from './service.ts'
import { order, readyOffline, signIn, writeFact } from './walk.ts'
import { words } from './words.ts'

test('a price that changed meanwhile is never charged silently: the phone shows both figures and asks', async ({
  service,
  customer,
  phone,
}) => {
  const catalogue = service.services.couch.db('catalogue')
  const setPrice = (priceRupees: number) =>
    catalogue.update<object>(
      'flower:white-lilies',
      (flower) => flower && { ...flower, _id: 'flower:white-lilies', priceRupees },
    )
  const { page, context } = await phone()
  await signIn(page, service, customer.email)
  await readyOffline(page)
  await context.setOffline(true)
  await order(page, 'white-lilies')

  await setPrice(1199)
  try {
    await context.setOffline(false)
    const main = page.getByRole('main')
    await expect(main.getByText('The price has changed since you looked')).toBeVisible()
    await expect(main.getByText('₹1,204').first()).toBeVisible()
    await main.getByRole('button', { name: 'Order for ₹1,309' }).click()
    await expect(main.getByText(/FLR\d+/).first()).toBeVisible()
  } finally {
    await setPrice(1099)
  }
})

test('a fact that a phone writes is refused at the gate, the rest of the push goes through, and the phone says so', async ({
  service,
  customer,
  phone,
  browser,
}) => {
  const context = await browser.newContext({ baseURL: service.url, bypassCSP: true })
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
