import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import en from '../../src/i18n/locales/en/common.json' with { type: 'json' }
import hi from '../../src/i18n/locales/hi/common.json' with { type: 'json' }
import { expect, test } from '../fixtures.ts'
import { seeEverything } from '../screenshots/screens.ts'
import { finished, inOneLongWord, settled } from '../screenshots/visit.ts'
import { textsLost, translate } from '../translator.ts'

const PHONE = { width: 360, height: 800 }
const DESKTOP = { width: 1280, height: 800 }
/** What is left of 1280 × 800 pixels at 400 % zoom. */
const ZOOMED = { width: 320, height: 200 }
/** `wcag21a` includes an experimental rule of axe: a control’s name must contain its visible text for voice control. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

const failures = { en: en.failed.title, hi: hi.failed.title }

/** The width at which the screens are visited: the phone has menus and sheets, the desktop dropdowns. */
const VISITED = { en: PHONE, hi: DESKTOP } as const

/**
 * axe takes as long as all the rest, so it checks each screen once: in one language, at one width and in one theme. The
 * name decides which, so that all eight are used. The design page has every component, and is checked in all four looks.
 */
function lookOf(name: string) {
  const n = [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
  return {
    language: n % 2 === 0 ? 'en' : 'hi',
    size: (n >> 1) % 2 === 0 ? DESKTOP : PHONE,
    colorScheme: (n >> 2) % 2 === 0 ? ('light' as const) : ('dark' as const),
  }
}

// Traces would take more time than the checks themselves.
test.use({ trace: 'off' })
// Each of the long ones takes as long as thirty others, and mostly waits.
test.describe.configure({ mode: 'parallel' })

/** The legacy mode is enough, because there are no frames; the other mode opens a page, which would hide this one. */
const axe = (page: Page) => new AxeBuilder({ page }).setLegacyMode().withTags(RULES)

/** Returns by how many pixels the page is wider than the screen with text of this size, and what is in the way. */
const beyondScreen = (page: Page, text: string) =>
  page.evaluate((size) => {
    const root = document.documentElement
    root.style.fontSize = size
    const beyond = root.scrollWidth - innerWidth
    const wide = [...document.querySelectorAll('main *')].findLast(
      (element) => beyond > 0 && element.getBoundingClientRect().right >= root.scrollWidth,
    )
    root.style.fontSize = ''
    return beyond > 0 ? `${beyond} px too wide: ${wide?.outerHTML.slice(0, 150)}` : undefined
  }, text)

test.afterEach(({ clock }) => clock.release())

for (const language of ['en', 'hi'] as const)
  test(`with long names axe finds nothing on any screen, and nothing overflows, zoomed and with large text (${language})`, async ({
    service,
    clock,
    browser,
  }) => {
    test.setTimeout(1_800_000)
    const own = VISITED[language]
    const email = `long.names.${language}.${process.pid}@mogra.example`
    const name = inOneLongWord('Asha Rathore')
    await service.services.accounts.create({ email, name, role: 'CUSTOMER', verified: true })
    const context = await browser.newContext({
      baseURL: service.url,
      viewport: own,
      reducedMotion: 'reduce',
      bypassCSP: true,
    })
    await context.addInitScript((saved) => localStorage.setItem('mogra_language', saved), language)
    // In one language the browser translates each page.
    if (language === 'en') await context.addInitScript(translate)
    const page = await context.newPage()
    const seen: string[] = []
    const found: string[] = []
    const look = async (name: string, { isOfThisWidth = false } = {}) => {
      await settled(page)
      const checked = lookOf(name)
      await page.emulateMedia({ colorScheme: checked.colorScheme })
      const isChecked = language === checked.language
      // Each screen is measured at both widths, at one of them in each language.
      const size = isOfThisWidth ? own : isChecked ? checked.size : checked.size === PHONE ? DESKTOP : PHONE
      const where = `${name}, ${size.width}, ${checked.colorScheme}`
      await page.setViewportSize(size)
      await finished(page)
      // Menus, sheets and dropdowns have other names at the other width, where the other language opens them.
      if (isOfThisWidth || isChecked) {
        const { violations } = await axe(page).analyze()
        found.push(...violations.map(({ id, nodes }) => `${where}: ${id} ${nodes[0]?.html}`))
      }
      for (const viewport of [size, ZOOMED]) {
        await page.setViewportSize(viewport)
        for (const text of ['', '200%']) {
          const beyond = await beyondScreen(page, text)
          if (beyond !== undefined) found.push(`${name}, ${viewport.width}, text at ${text || '100%'}: ${beyond}`)
        }
      }
      if (language === 'en')
        for (const text of await textsLost(page)) found.push(`${where}: still shows "${text}" after it changed`)
      const failure = page.getByRole('heading', { name: failures[language] })
      if (await failure.isVisible()) found.push(`${where}: failed`)
      seen.push(where)
      await page.setViewportSize(own)
    }
    await seeEverything({ page, context, service, clock, email, nameOf: inOneLongWord, language, look })
    expect(seen.length).toBeGreaterThan(100)
    expect(found).toEqual([])
    await context.close()
  })

test('axe finds nothing on the page with every component, at both widths and in both themes', async ({
  service,
  browser,
}) => {
  const context = await browser.newContext({ baseURL: service.url, reducedMotion: 'reduce', bypassCSP: true })
  const page = await context.newPage()
  await page.goto('/#/dev/ui')
  await settled(page)
  for (const size of [PHONE, DESKTOP])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme })
      await finished(page)
      const { violations } = await axe(page).analyze()
      const found = violations.map(({ id, nodes }) => `${size.width}, ${colorScheme}: ${id} ${nodes[0]?.html}`)
      expect(found).toEqual([])
    }
  await context.close()
})
