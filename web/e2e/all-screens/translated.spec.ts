import { order, signIn } from '../customer-steps.ts'
import { expect, test } from '../fixtures.ts'
import { words } from '../screen-texts.ts'
import { texts } from '../screenshots/visit.ts'
import { textsLost, translate } from '../translator.ts'

const say = words.en
const { catalogue, orders } = texts.en

test('a translated page filters, pays, follows another tab and changes its language', async ({
  service,
  customer,
  phone,
}) => {
  const { page, context } = await phone()
  await context.addInitScript(translate)
  const main = page.getByRole('main')
  await signIn(page, service, customer.email)
  await page.goto('/#/browse')
  await main.getByRole('button', { name: say.filters }).click()
  await page.getByRole('dialog').getByRole('radio', { name: catalogue.category.roses }).check()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(main.getByRole('article').first()).toBeVisible()

  await order(page, 'red-roses', say, async (step) => {
    if (step !== 'payment') return
    await main.getByRole('radio', { name: /PhonePe/ }).check()
    await expect(main.getByText('1 × Red Roses Bouquet')).toBeVisible()
    const other = await context.newPage()
    await other.goto('/#/cart')
    const more = other.getByRole('button', { name: 'One more: Red Roses Bouquet' })
    for (const count of [2, 3, 4]) {
      await more.press('Enter')
      await expect(main.getByText(`${count} × Red Roses Bouquet`)).toBeVisible()
    }
    await other.close()
    await expect(main.getByText('1 × Red Roses Bouquet')).toBeHidden()
    await main.getByRole('button', { name: /^Go on with/ }).press('Enter')
  })
  await expect(main.getByRole('heading', { name: orders.contents.what })).toBeVisible()
  await page.getByRole('banner').getByRole('button', { name: words.hi.language }).click()
  await expect(main.getByRole('heading', { name: texts.hi.orders.contents.what })).toBeVisible()
  expect(await textsLost(page)).toEqual([])
})
