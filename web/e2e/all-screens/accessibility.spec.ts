import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { seeEverything } from '../screenshots/screens.ts'
import { finished, settled } from '../screenshots/visit.ts'

const PHONE = { width: 360, height: 800 }
const DESKTOP = { width: 1280, height: 800 }
/** `wcag21a` includes an experimental rule of axe: a control’s name must contain its visible text for voice control. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Each language has each width in another theme; the phone has menus and sheets where the desktop has dropdowns. axe
 * takes as long as all the rest, so it checks every screen once in each language: neighbours in different looks.
 */
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

// Traces would take more time than the checks themselves.
test.use({ trace: 'off' })
// Each of these tests takes as long as ten others.
test.describe.configure({ mode: 'parallel' })

/** The legacy mode is enough, because there are no frames; the other mode opens a page, which would hide this one. */
const axe = (page: Page) => new AxeBuilder({ page }).setLegacyMode().withTags(RULES)

/** Returns by how many pixels the page is wider than the screen with text of this size. */
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
    let screens = 0
    const look = async (name: string, { isOfThisWidth = false } = {}) => {
      await settled(page)
      screens += 1
      const checked = isOfThisWidth ? own : looks[screens % looks.length]
      for (const one of isOfThisWidth ? [own] : looks) {
        const { size, colorScheme } = one
        const where = `${name}, ${size.width}, ${colorScheme}`
        await page.setViewportSize(size)
        await page.emulateMedia({ colorScheme })
        await finished(page)
        const { violations } = one === checked ? await axe(page).analyze() : { violations: [] }
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
