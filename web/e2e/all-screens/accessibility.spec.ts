import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { seeEverything } from '../screenshots/screens.ts'
import { finished, settled } from '../screenshots/visit.ts'

const PHONE = { width: 360, height: 800 }
const DESKTOP = { width: 1280, height: 800 }
/** The first level of 2.1 holds one that axe calls experimental: who speaks to the phone presses a button by what it reads. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** At one width in one theme, at the other in the other; the second language has them the other way round, and opens menus
 * and sheets where the first has dropdowns. So each screen is seen at both widths in both themes. */
const LOOKS = {
  en: [
    { size: DESKTOP, colorScheme: 'dark' },
    { size: PHONE, colorScheme: 'light' },
  ],
  hi: [
    { size: PHONE, colorScheme: 'dark' },
    { size: DESKTOP, colorScheme: 'light' },
  ],
} as const

// A trace of every look would cost more than the looks.
test.use({ trace: 'off' })
// Each takes as long as ten others.
test.describe.configure({ mode: 'parallel' })

/** Without frames there is nothing to gather in a page of its own, which would hide this one each time. */
const axe = (page: Page) => new AxeBuilder({ page }).setLegacyMode().withTags(RULES)

/** Pixels, with text of this size. */
const beyondScreen = (page: Page, text: string) =>
  page.evaluate((size) => {
    const root = document.documentElement
    root.style.fontSize = size
    const beyond = root.scrollWidth - innerWidth
    root.style.fontSize = ''
    return beyond
  }, text)

test.afterEach(({ clock }) => clock.release())

for (const language of ['en', 'hi'] as const)
  test(`axe finds nothing on any screen, and nothing overflows (${language})`, async ({
    service,
    clock,
    customer,
    browser,
  }) => {
    test.setTimeout(900_000)
    const looks = LOOKS[language]
    const [, own] = looks
    const context = await browser.newContext({
      baseURL: service.url,
      viewport: own.size,
      reducedMotion: 'reduce',
      bypassCSP: true,
    })
    await context.addInitScript((saved) => localStorage.setItem('mogra_language', saved), language)
    const page = await context.newPage()
    const seen: string[] = []
    const found: string[] = []
    const look = async (name: string, { isOfThisWidth = false } = {}) => {
      await settled(page)
      for (const { size, colorScheme } of isOfThisWidth ? [own] : looks) {
        const where = `${name}, ${size.width}, ${colorScheme}`
        await page.setViewportSize(size)
        await page.emulateMedia({ colorScheme })
        await finished(page)
        const { violations } = await axe(page).analyze()
        found.push(...violations.map(({ id, nodes }) => `${where}: ${id} ${nodes[0]?.html}`))
        for (const text of ['', '200%']) {
          const beyond = await beyondScreen(page, text)
          if (beyond > 0) found.push(`${where}: ${beyond} px wider than the screen, text at ${text || '100%'}`)
        }
        seen.push(where)
      }
    }
    await seeEverything({ page, context, service, clock, email: customer.email, language, look })
    expect(seen.length).toBeGreaterThan(100)
    expect(found).toEqual([])
    await context.close()
  })
