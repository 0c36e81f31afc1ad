import AxeBuilder from '@axe-core/playwright'
import { expect, test } from './service.ts'
import { order, readyOffline, signIn } from './walk.ts'
import { words } from './words.ts'

const PUBLIC = ['/', '/#/browse', '/#/product/red-roses', '/#/cart', '/#/login', '/#/order-history', '/#/nowhere']

for (const colorScheme of ['light', 'dark'] as const) {
  for (const language of ['en', 'hi'] as const) {
    test(`axe finds nothing and nothing overflows (${colorScheme}, ${language})`, async ({
      service,
      customer,
      browser,
    }) => {
      const context = await browser.newContext({
        baseURL: service.url,
        viewport: { width: 360, height: 800 },
        colorScheme,
      })
      await context.addInitScript((saved) => localStorage.setItem('mogra_language', saved), language)
      const page = await context.newPage()
      const check = async (where: string) => {
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
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
      await signIn(page, service, customer.email, words[language])
      await readyOffline(page)
      await order(page, 'red-roses', words[language])
      await expect(page.getByText(/FLR\d+/).first()).toBeVisible()
      await check('tracking')
      await page.goto('/#/order-history')
      await check('history')
      await context.close()
    })
  }
}
