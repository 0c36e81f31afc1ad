import english from '../../src/i18n/locales/en/orders.json' with { type: 'json' }
import { order, signIn } from '../customer-steps.ts'
import { expect, test } from '../fixtures.ts'

test('the order history needs a login, repeats an order, and prints an invoice on one page', async ({
  service,
  customer,
  phone,
}) => {
  const { page } = await phone()
  const main = page.getByRole('main')
  await page.goto('/#/order-history')
  await expect(main.getByRole('heading', { name: english.history.loginTitle })).toBeVisible()
  await expect(main.getByRole('link', { name: english.login })).toHaveAttribute('href', /login\?next=%2Forder-history/)

  await signIn(page, service, customer.email)
  await order(page, 'red-roses')
  await expect(main.getByText(/FLR\d+/).first()).toBeVisible()
  await page.goto('/#/order-history')
  await main.getByRole('button', { name: english.reorder.action }).click()
  await expect(page).toHaveURL(/#\/cart$/)
  await expect(page.getByText(english.reorder.all)).toBeVisible()
  await page.goBack()
  await main.getByRole('link', { name: english.invoice.open }).click()

  await expect(main.getByRole('table').getByRole('row').last()).toContainText('₹899')
  await expect(main.getByText('Sunita Deshpande')).toBeVisible()
  await expect(main.getByText('₹994')).toBeVisible()
  await expect(page).toHaveTitle(/^Invoice FLR\d+/)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await expect(main.getByRole('button', { name: english.invoice.print })).toBeHidden()
  const paper = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(paper.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
})
