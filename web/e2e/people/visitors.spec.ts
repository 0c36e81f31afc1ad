import { codeIn, order, readyOffline, register, signIn } from '../customer-steps.ts'
import { expect, test } from '../fixtures.ts'
import { inOneLanguage } from '../in-one-language.ts'
import { words } from '../screen-texts.ts'

for (const language of inOneLanguage('en')) {
  test(`an order without an account is confirmed when there is a network, and moves into the account after registering (${language})`, async ({
    service,
    phone,
  }) => {
    const say = words[language]
    const { page, context } = await phone({ language, storesApp: true })
    const email = `sunita.${process.pid}.${language}@mogra.example`
    const main = page.getByRole('main')

    await page.goto('/#/product/tulips')
    await main.getByRole('button', { name: say.favourite }).first().click()
    await readyOffline(page)
    await context.setOffline(true)
    await order(page, 'red-roses', say, async (step) => {
      if (step === 'delivery') await page.getByLabel(say.confirmationEmail).fill(email)
      else await expect(main.getByText(email)).toBeVisible()
    })
    await expect(main.getByText(say.savedHere).first()).toBeVisible()
    await context.setOffline(false)
    const number = main.getByText(/FLR\d+/).first()
    await expect(number).toBeVisible()
    const given = /FLR\w+/.exec((await number.textContent()) ?? '')?.[0] ?? 'no number'
    await expect
      .poll(() => service.mails().filter(({ to, text }) => to === email && text.includes('FLR')).length)
      .toBe(1)

    // The history needs a login, but orders of this device are shown without it.
    await page.goto('/#/order-history')
    await expect(main.getByText(given)).toBeVisible()
    await expect(main.getByText(say.loginRequired)).toBeVisible()
    await expect(main.getByRole('link', { name: say.logIn, exact: true })).toBeVisible()
    await page.goto('/#/product/tulips')
    await main.getByRole('button', { name: say.addToCart, exact: true }).click()
    await expect(page).toHaveURL(/cart/)

    await register(page, email, say)
    await page.getByLabel(say.code).fill(await codeIn(service, email))
    await page.getByRole('button', { name: say.verify }).click()
    await expect(page).toHaveURL(/#\/$/)
    const second = await phone({ language })
    for (const each of [page, second.page]) {
      if (each !== page) await signIn(each, service, email, say)
      await each.goto('/#/order-history')
      await expect(each.getByText(given)).toHaveCount(1)
      for (const place of ['favourites', 'cart']) {
        await each.goto(`/#/${place}`)
        await expect(each.getByRole('heading', { name: say.pinkTulips })).toBeVisible()
      }
    }
  })
}
