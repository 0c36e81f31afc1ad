import AxeBuilder from '@axe-core/playwright'
import type { Browser, Page } from '@playwright/test'
import type { TestService } from '../../../sync-server/testing/test-service.ts'
import catalogue from '../../src/i18n/locales/en/catalogue.json' with { type: 'json' }
import en from '../../src/i18n/locales/en/common.json' with { type: 'json' }
import hi from '../../src/i18n/locales/hi/common.json' with { type: 'json' }
import { signIn } from '../customer-steps.ts'
import { expect, test } from '../fixtures.ts'
import { words } from '../screen-texts.ts'
import { seeAsCustomer, seeAsOthers } from '../screenshots/screens.ts'
import { closeOverlay, finished, inOneLongWord, settled } from '../screenshots/visit.ts'
import { textsLost, translate } from '../translator.ts'

const PHONE = { width: 360, height: 800 }
const DESKTOP = { width: 1280, height: 800 }
/** What is left of 1280 × 800 pixels at 400 % zoom. */
const ZOOMED = { width: 320, height: 200 }
/** `wcag21a` includes an experimental rule of axe: a control’s name must contain its visible text for voice control. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

const failures = { en: en.failed.title, hi: hi.failed.title }

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
// The visits take as long as many others, and mostly wait.
test.describe.configure({ mode: 'parallel' })

/**
 * The legacy mode is enough, because there are no frames; the other mode opens a page, which would hide this one. Only
 * violations are read: to describe what passes takes a quarter of the time.
 */
const axe = (page: Page) =>
  new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .withTags(RULES)

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

/** Looks at the page in both languages and at two widths, and returns what was found; ends in English at its own width. */
async function lookAt(page: Page, name: string, isOfThisWidth: boolean): Promise<string[]> {
  const found: string[] = []
  const own = page.viewportSize() ?? PHONE
  const checked = lookOf(name)
  await page.emulateMedia({ colorScheme: checked.colorScheme })
  for (const language of ['en', 'hi'] as const) {
    await speak(page, language)
    await settled(page)
    const isChecked = language === checked.language
    // Each screen is measured at both widths, at one of them in each language; a menu only at the one where it opens.
    const size = isOfThisWidth ? own : isChecked ? checked.size : checked.size === PHONE ? DESKTOP : PHONE
    const where = `${name}, ${language}, ${size.width}, ${checked.colorScheme}`
    await page.setViewportSize(size)
    await finished(page)
    if (isChecked) {
      const { violations } = await axe(page).analyze()
      found.push(...violations.map(({ id, nodes }) => `${where}: ${id} ${nodes[0]?.html}`))
    }
    // Dropdowns of the desktop close at other widths.
    for (const viewport of isOfThisWidth && own === DESKTOP ? [size] : [size, ZOOMED]) {
      await page.setViewportSize(viewport)
      for (const text of ['', '200%']) {
        const beyond = await beyondScreen(page, text)
        if (beyond !== undefined) found.push(`${where}, ${viewport.width}, text at ${text || '100%'}: ${beyond}`)
      }
    }
    const failure = page.getByRole('heading', { name: failures[language] })
    if (await failure.isVisible()) found.push(`${where}: failed`)
    await page.setViewportSize(own)
  }
  for (const text of await textsLost(page)) found.push(`${name}: still shows "${text}" after it changed`)
  await speak(page, 'en')
  return found
}

/** Changes the language as if it were chosen in another tab, which a dialog cannot cover. */
async function speak(page: Page, language: 'en' | 'hi') {
  await page.evaluate((chosen) => {
    localStorage.setItem('mogra_language', chosen)
    dispatchEvent(new StorageEvent('storage', { key: 'mogra_language', newValue: chosen }))
  }, language)
  await page.waitForFunction((chosen) => document.documentElement.lang === chosen, language)
}

async function openTranslatedContext(browser: Browser, service: TestService, viewport: typeof PHONE) {
  const context = await browser.newContext({
    ...{ baseURL: service.url, viewport, reducedMotion: 'reduce', bypassCSP: true },
    // Visits lose the network.
    serviceWorkers: 'allow',
  })
  // The browser translates each page.
  await context.addInitScript(translate)
  return { context, page: await context.newPage() }
}

/** Two visits, because one would take as long as all other stories. */
for (const [who, visit] of [
  ['a customer', seeAsCustomer],
  ['everybody else', seeAsOthers],
] as const)
  test(`with long names axe finds nothing on any screen of ${who}, and nothing overflows, in both languages, zoomed and with large text`, async ({
    service,
    clock,
    browser,
  }) => {
    test.setTimeout(1_800_000)
    const email = `long.names.${who.length}.${process.pid}@mogra.example`
    const name = inOneLongWord('Asha Rathore')
    await service.services.accounts.create({ email, name, role: 'CUSTOMER', verified: true })
    const { context, page } = await openTranslatedContext(browser, service, PHONE)
    const found: string[] = []
    let screens = 0
    const look = async (name: string, { isOfThisWidth = false } = {}) => {
      found.push(...(await lookAt(page, name, isOfThisWidth)))
      screens += 1
    }
    await visit({ page, context, service, clock, email, nameOf: inOneLongWord, language: 'en', look })
    expect(screens).toBeGreaterThan(50)
    expect(found).toEqual([])
    await context.close()
  })

test('axe finds nothing in the dropdowns of a desktop, and nothing overflows, in both languages', async ({
  service,
  customer,
  browser,
}) => {
  const { context, page } = await openTranslatedContext(browser, service, DESKTOP)
  await signIn(page, service, customer.email)
  await page.goto('/#/browse')
  await page.getByRole('combobox', { name: catalogue.city.label }).click()
  expect(await lookAt(page, 'browse-cities', true)).toEqual([])
  await closeOverlay(page)
  await page.getByRole('banner').getByRole('button', { name: 'Asha' }).click()
  await page.getByRole('button', { name: words.en.logOut }).filter({ visible: true }).waitFor()
  expect(await lookAt(page, 'account', true)).toEqual([])
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
