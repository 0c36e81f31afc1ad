import AxeBuilder from '@axe-core/playwright'
import { expect, test } from './service.ts'
import { order, readyOffline, signIn, writeFact } from './walk.ts'
import { words } from './words.ts'

const PUBLIC = ['/', '/#/browse', '/#/product/red-roses', '/#/cart', '/#/login', '/#/order-history', '/#/nowhere']

for (const colorScheme of ['light', 'dark'] as const) {
  for (const language of ['en', 'hi'] as const) {
    test(`axe finds nothing and nothing overflows (${colorScheme}, ${language})`, async ({
      service,
      customer,
      browser,
    }) => {
      // Twenty screens under axe.
      test.slow()
      const context = await browser.newContext({
        baseURL: service.url,
        viewport: { width: 360, height: 800 },
        colorScheme,
        bypassCSP: true,
      })
      const say = words[language]
      await context.addInitScript((saved) => localStorage.setItem('mogra_language', saved), language)
      const page = await context.newPage()
      const check = async (where: string) => {
        await expect(page.locator('h1')).toBeVisible()
        // Colours are judged as they are in the end, not in the middle of a fade.
        await page.evaluate(() =>
          Promise.all(document.getAnimations().map((one) => one.finished.catch(() => undefined))),
        )
        const { violations } = await new AxeBuilder({ page })
          .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
          .analyze()
        expect(violations.map(({ id, nodes }) => `${where}: ${id} ${nodes[0]?.html}`)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), where).toBeLessThanOrEqual(
          0,
        )
      }
      for (const where of PUBLIC) {
        await page.goto(where)
        await check(where)
      }
      await page.goto('/#/browse')
      await page.getByRole('button', { name: say.menu, exact: true }).click()
      await check('menu')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: say.filters, exact: true }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await check('filters')

      await signIn(page, service, customer.email, say)
      await readyOffline(page)
      await order(page, 'red-roses', say, check)
      await expect(page.getByText(/FLR\d+/).first()).toBeVisible()
      await check('tracking')
      await page.goto('/#/order-history')
      await check('history')
      await context.setOffline(true)
      await writeFact(page)
      await context.setOffline(false)
      await page.goto('/#/attention')
      await expect(page.getByText(say.notYours)).toBeVisible()
      await check('attention')

      await context.setOffline(true)
      await page.goto('/#/product/tulips')
      await page.getByRole('main').getByRole('button', { name: say.addToCart }).click()
      await expect(page).toHaveURL(/cart/)
      await page.goto('/#/order-history')
      await page.getByRole('button', { name: say.account, exact: true }).click()
      await expect(page.getByRole('dialog', { name: say.account })).toBeVisible()
      await check('account')
      await page.getByRole('dialog').getByRole('button', { name: say.logOut }).click()
      await expect(page.getByRole('dialog', { name: say.notAllSent })).toBeVisible()
      await check('signing out')
      await context.close()
    })
  }
}
