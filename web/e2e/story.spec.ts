import type { Page } from '@playwright/test'
import { expect, test } from './service.ts'
import { words } from './words.ts'

async function signIn(page: Page, say: (typeof words)['en' | 'hi'], email: string, codeOf: () => Promise<string>) {
  await page.goto('/#/login')
  await page.getByLabel(say.email, { exact: true }).fill(email)
  await page.getByRole('button', { name: say.sendCode }).click()
  await page.getByLabel(say.code).fill(await codeOf())
  await page.getByRole('button', { name: say.verify }).click()
  await expect(page).not.toHaveURL(/login/)
}

async function fillCheckout(page: Page, say: (typeof words)['en' | 'hi']) {
  await page.getByLabel(say.recipient).fill('Sunita Deshpande')
  await page.getByLabel(say.phone, { exact: true }).fill('9829011420')
  await page.getByLabel(say.address, { exact: true }).fill('14, Bapu Nagar, near Rambagh Circle')
  await page.getByLabel(say.city, { exact: true }).selectOption('jaipur')
  await page.getByLabel(say.pincode).fill('302015')
  await page.getByRole('button', { name: say.continueToPayment }).click()
  await page.getByRole('button', { name: say.placeOrder }).click()
  await expect(page).toHaveURL(/order-tracking/, { timeout: 20_000 })
}

/** Until the worker controls the page, a reload without a network would show the browser's own page. */
const readyOffline = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      )
  })

for (const language of ['en', 'hi'] as const) {
  test(`an order placed offline waits over a restart and is confirmed on both phones (${language})`, async ({
    service,
    customer,
    phone,
  }) => {
    const say = words[language]
    const codeOf = async () => (await service.mailTo(customer.email)).text.match(/\b\d{6}\b/)?.[0] ?? ''
    const first = await phone({ language })
    const { page } = first

    await page.goto('/')
    await page.getByRole('link', { name: say.orderNow }).click()
    await expect(page.getByRole('link', { name: say.redRoses })).toBeVisible()
    await signIn(page, say, customer.email, codeOf)
    await readyOffline(page)

    await first.context.setOffline(true)
    await page.goto('/#/product/red-roses')
    await page.getByRole('button', { name: say.addToCart }).first().click()
    await expect(page).toHaveURL(/cart/)
    await page.getByRole('link', { name: say.proceed }).click()
    await fillCheckout(page, say)
    await expect(page.getByRole('main').getByText(say.savedHere).first()).toBeVisible()

    await page.reload()
    await expect(page.getByRole('main').getByText(say.savedHere).first()).toBeVisible()
    await page.goto('/#/order-history')
    await expect(page.getByRole('main').getByText(say.savedHere).first()).toBeVisible()
    const waiting = await service.services.couch.db('orders').ids('order:', 'order:\uffff')

    await first.context.setOffline(false)
    await expect(page.getByText(/FLR\d+/).first()).toBeVisible()
    expect(await service.services.couch.db('orders').ids('order:', 'order:\uffff')).toHaveLength(waiting.length + 1)

    const second = await phone({ language })
    await signIn(second.page, say, customer.email, async () => {
      // The confirmation's PIN code has six digits too.
      const isCode = ({ to, text }: { to: string; text: string }) =>
        to === customer.email && /\b\d{6}\b/.test(text) && !text.includes('FLR')
      const codes = () => service.mails().filter(isCode)
      await expect.poll(() => codes().length).toBe(2)
      return codes()[0]?.text.match(/\b\d{6}\b/)?.[0] ?? ''
    })
    await second.page.goto('/#/order-history')
    const number = await page
      .getByText(/FLR\d+/)
      .first()
      .textContent()
    await expect(second.page.getByText(number ?? 'no number').first()).toBeVisible()

    const confirmation = service.mails().filter((mail) => mail.to === customer.email && /FLR\d+/.test(mail.text))
    expect(confirmation).toHaveLength(1)
  })
}
