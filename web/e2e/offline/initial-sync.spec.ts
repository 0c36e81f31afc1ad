import type { BrowserContext } from '@playwright/test'
import { readyOffline, signIn } from '../customer-steps.ts'
import { expect, test } from '../fixtures.ts'
import { inOneLanguage } from '../in-one-language.ts'
import { words } from '../screen-texts.ts'

/** Pauses the replication of these databases; returns a function that continues it. */
async function hold(context: BrowserContext, databases: RegExp) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await context.route(databases, async (route) => {
    await promise
    // The page may have aborted the request meanwhile.
    await route.continue().catch(() => undefined)
  })
  return resolve
}

for (const language of inOneLanguage('hi'))
  test(`a phone says once that it is ready offline, after the whole sync, and shows no part as complete before (${language})`, async ({
    service,
    customer,
    phone,
  }) => {
    const say = words[language]
    const account = await service.services.accounts.findByEmail(customer.email)
    if (account?.status !== 'active') throw new Error('there is no such customer')
    const updatedAt = new Date().toISOString()
    await service.fillMailbox(account.mailbox.name, [
      {
        _id: 'cart:red-roses:other',
        ...{ type: 'cart-line', device: 'other', flower: 'red-roses', added: 3, taken: {}, updatedAt },
      },
    ])

    const { page, context } = await phone({ language, storesApp: true })
    const ready = page.getByText(say.readyOffline)
    const main = page.getByRole('main')
    const releaseCatalogue = await hold(context, /\/db\/catalogue\/_changes/)
    const releaseMailbox = await hold(context, /\/db\/mailbox-[^/]+\/_changes/)
    await signIn(page, service, customer.email, say)
    await readyOffline(page)
    await page.goto('/#/cart')
    await expect(main.getByText(say.cartArriving)).toBeVisible()
    await expect(main.getByText(say.cartEmpty)).toHaveCount(0)
    await expect(ready).toHaveCount(0)

    releaseCatalogue()
    await page.goto('/#/product/red-roses')
    await expect(main.getByRole('heading', { name: say.redRoses })).toBeVisible()
    await page.goto('/#/cart')
    await expect(main.getByText(say.cartArriving)).toBeVisible()
    await expect(ready).toHaveCount(0)

    releaseMailbox()
    await expect(ready).toBeVisible()
    await expect(main.getByRole('heading', { name: say.redRoses })).toBeVisible()
    await expect(main.getByText(say.cartArriving)).toHaveCount(0)

    await page.reload()
    await expect(main.getByRole('heading', { name: say.redRoses })).toBeVisible()
    await expect(ready).toHaveCount(0)
  })

for (const language of inOneLanguage('en'))
  test(`a screen that could not be loaded says so, and opens when the network returns (${language})`, async ({
    phone,
  }) => {
    const say = words[language]
    const { page, context } = await phone({ language, storesApp: true })
    const chunk = /\/assets\/about-[^/]*\.js/
    await context.route(chunk, (route) => route.abort())
    await page.goto('/#/about')
    await expect(page.getByRole('alert')).toContainText(say.notHere)
    await context.unroute(chunk)
    await context.setOffline(true)
    await context.setOffline(false)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText(say.about)
  })

test('the replication code that could not be loaded is loaded when the network returns, without a reload of the page', async ({
  phone,
}) => {
  const { page, context } = await phone({ storesApp: true })
  const chunk = /\/assets\/replicator-[^/]*\.js/
  const cut = Promise.withResolvers<void>()
  await context.route(chunk, (route) => {
    cut.resolve()
    return route.abort()
  })
  await page.goto('/#/product/tulips')
  await cut.promise
  await page.evaluate(() => document.documentElement.setAttribute('data-same-page', ''))
  const flower = page.getByRole('main').getByRole('heading', { name: words.en.pinkTulips })
  await expect(flower).toHaveCount(0)
  await context.unroute(chunk)
  await context.setOffline(true)
  await context.setOffline(false)
  await expect(flower).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-same-page', '')
})
