import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'

const PARTS = '/#/dev/ui'

/** Returns the page's cumulative layout shift so far. */
const jumps = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            if (!Reflect.get(entry, 'hadRecentInput')) sum += Reflect.get(entry, 'value')
        }).observe({ type: 'layout-shift', buffered: true })
        // The observer delivers its buffered entries within the next frames.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)))
      }),
  )

test('the design page shows every component in light and dark, without motion if the person prefers that', async ({
  phone,
}) => {
  const { page } = await phone()
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' })
  await page.goto(PARTS)
  const main = page.getByRole('main')
  for (const part of ['Buttons', 'Sync', 'Progress', 'Fields', 'Choices', 'Shop', 'Drawings'])
    await expect(main.getByRole('heading', { name: part, exact: true })).toBeVisible()
  for (const role of ['slider', 'combobox', 'checkbox', 'radio', 'searchbox', 'progressbar'] as const)
    await expect(main.getByRole(role).first(), role).toBeAttached()

  // A missing text would show its key.
  await expect(main.getByText(/^[a-z]+\.[a-z][a-zA-Z]+$/)).toHaveCount(0)
  // A role without a name would show its identifier.
  for (const role of ['Admin', 'Partner', 'Supplier', 'Customer', 'FLORIST', 'User'])
    await expect(main.getByText(role, { exact: true }).first()).toBeVisible()

  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await ground()
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await ground()
  expect(dark).not.toBe(light)
  await main.getByRole('button', { name: 'light', exact: true }).click()
  expect(await ground()).toBe(light)
  await main.getByRole('button', { name: 'dark', exact: true }).click()
  expect(await ground()).toBe(dark)

  const missing = main.getByRole('img', { name: 'A drawing that is missing' })
  await missing.scrollIntoViewIfNeeded()
  await expect(missing.locator('.lucide-triangle-alert')).toBeVisible()

  const state = () =>
    main
      .getByRole('button')
      .first()
      .evaluate((button) => getComputedStyle(button).transitionDuration)
  expect(await state()).not.toMatch(/^0s(, 0s)*$/)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await state()).toMatch(/^0s(, 0s)*$/)
})

test('nothing shifts while a screen loads', async ({ phone }) => {
  const { page } = await phone()
  for (const path of ['/', '/#/browse', '/#/product/red-roses', '/#/cart']) {
    await page.goto('about:blank')
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    // The limit of a good score for Cumulative Layout Shift.
    expect(await jumps(page), path).toBeLessThan(0.1)
  }
})

for (const language of ['en', 'hi'] as const)
  test(`every text is drawn in the fonts that come with the app (${language})`, async ({ phone }) => {
    const { page } = await phone({ language })
    await page.goto('/#/browse')
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    const session = await page.context().newCDPSession(page)
    await session.send('DOM.enable')
    await session.send('CSS.enable')
    const fontsOf = async (selector: string) => {
      await expect(page.locator(selector).first()).toBeVisible()
      const { root } = await session.send('DOM.getDocument')
      const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector })
      const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
      return [...new Set(fonts.map(({ familyName }) => familyName.split(' ')[0]))]
    }
    // A font that is still on its way is drawn by another one at first.
    await expect.poll(() => fontsOf('main h1')).toEqual(['Eczar'])
    await expect.poll(() => fontsOf('main label')).toEqual(['Hind'])
  })
