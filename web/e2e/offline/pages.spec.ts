import { order, signIn } from '../customer-steps.ts'
import { expect, test } from '../fixtures.ts'
import { words } from '../screen-texts.ts'

test('two pages of one browser show one cart, one order, one account and one language', async ({
  service,
  customer,
  phone,
}) => {
  const { page: one, context } = await phone()
  await signIn(one, service, customer.email)
  // Blocks the pull, so that only the sending page knows the stage of an order, and must tell the other page.
  await context.route(/\/db\/mailbox-[^/]+\/_changes/, (route) => route.abort())
  await one.reload()
  const two = await context.newPage()
  const [here, there] = [one.getByRole('main'), two.getByRole('main')]

  await two.goto('/#/cart')
  await one.goto('/#/product/tulips')
  await here.getByRole('button', { name: words.en.addToCart, exact: true }).click()
  await expect(there.getByRole('heading', { name: 'Pink Tulips' })).toBeVisible()
  await there.getByRole('button', { name: 'One more: Pink Tulips' }).click()
  await expect(here.getByRole('status', { name: '' }).filter({ hasText: /^2$/ })).toBeVisible()

  await two.goto('/#/order-history')
  await order(one, 'red-roses')
  await expect(there.getByText('Sent', { exact: true })).toBeVisible()
  await context.unroute(/\/db\/mailbox-[^/]+\/_changes/)
  // The `online` event ends the back-off.
  await context.setOffline(true)
  await context.setOffline(false)
  for (const main of [here, there]) await expect(main.getByText(/FLR\d+/).first()).toBeVisible()

  await one.getByRole('button', { name: 'Account' }).click()
  await one.getByRole('button', { name: 'Log out' }).click()
  await expect(two.getByRole('link', { name: 'Account' })).toBeVisible()
  await expect(there.getByText(/FLR\d+/)).toHaveCount(0)
  const mailboxes = () =>
    two.evaluate(async () => (await indexedDB.databases()).filter(({ name }) => name?.includes('mogra-mailbox-')))
  await expect.poll(mailboxes).toHaveLength(1)

  await one.goto('/#/cart')
  await expect(here.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  await two.goto('/#/product/tulips')
  await there.getByRole('button', { name: words.en.addToCart, exact: true }).click()
  await expect(here.getByRole('heading', { name: 'Pink Tulips' })).toBeVisible()
  expect(await mailboxes()).toHaveLength(1)

  await one.getByRole('banner').getByRole('button', { name: words.hi.language }).click()
  await expect(two.locator('html')).toHaveAttribute('lang', 'hi')
  await expect(there.getByRole('link', { name: words.hi.proceed })).toBeVisible()
})
