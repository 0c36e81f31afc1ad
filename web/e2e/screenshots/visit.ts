import type { BrowserContext, Page, Request } from '@playwright/test'
import type { TestService } from '../../../sync-server/testing/test-service.ts'
import enCatalogue from '../../src/i18n/locales/en/catalogue.json' with { type: 'json' }
import enOrders from '../../src/i18n/locales/en/orders.json' with { type: 'json' }
import hiCatalogue from '../../src/i18n/locales/hi/catalogue.json' with { type: 'json' }
import hiOrders from '../../src/i18n/locales/hi/orders.json' with { type: 'json' }
import type { Clock } from '../clock.ts'

export const texts = {
  en: { catalogue: enCatalogue, orders: enOrders },
  hi: { catalogue: hiCatalogue, orders: hiOrders },
}

export interface Visit {
  page: Page
  /** The context bypasses the CSP. */
  context: BrowserContext
  service: TestService
  clock: Clock
  email: string
  /** What the people and businesses are called who have this name in the pictures. */
  nameOf: (usual: string) => string
  language: 'en' | 'hi'
  /** Looks at the current screen; `isOfThisWidth` marks one that exists only at this width, such as a menu. */
  look: (name: string, options?: { isOfThisWidth?: boolean }) => Promise<void>
}

/** Makes one word of 40 letters of a name. */
export const inOneLongWord = (name: string) => name.replaceAll(' ', '').padEnd(40, 'w')

const titleOf = (path: string) => path.slice(1).replaceAll('/', '-') || 'home'

/** The part of an address that decides which screen it is: another query or id keeps its heading. */
const screenOf = (address: string) => /#\/([^/?]*)/.exec(address)?.[1]
/** After this time a heading is taken for one that two screens share. */
const NEW_HEADING_MS = 5_000

/** Goes to a screen as a link does, within the page: to load the app again for each screen would take a third of a visit. */
export async function see({ page, look }: Visit, path: string, name = titleOf(path)) {
  if (!(await openWithin(page, path))) {
    await page.goto('about:blank')
    await page.goto(`/#${path}`)
  }
  await look(name)
}

/** Returns whether there is a new heading: the one of the previous screen must not be taken for it. */
async function openWithin(page: Page, path: string): Promise<boolean> {
  const here = screenOf(page.url())
  if (here === undefined || here === screenOf(`#${path}`)) return false
  await page.locator('h1').evaluateAll((headings) => {
    for (const heading of headings) heading.setAttribute('data-previous', '')
  })
  await page.goto(`/#${path}`)
  const heading = page.locator('h1:not([data-previous])').first()
  return heading.waitFor({ timeout: NEW_HEADING_MS }).then(
    () => true,
    () => false,
  )
}

/** Closes an overlay and waits until its history entry is removed, which would otherwise undo the next navigation. */
export async function closeOverlay(page: Page) {
  const mark = await page.evaluate(() => history.state?.mograOverlay)
  await page.keyboard.press('Escape')
  if (mark !== undefined) await page.waitForFunction((before) => history.state?.mograOverlay !== before, mark)
}

/** Waits until the screen is complete, with all fonts and pictures. */
export async function settled(page: Page) {
  await page.locator('h1').first().waitFor()
  await quiet(page)
  await page.evaluate(async () => {
    await document.fonts.ready
    for (const picture of document.images) picture.loading = 'eager'
    await Promise.allSettled([...document.images].map((picture) => picture.decode()))
  })
  await finished(page)
}

const QUIET_MS = 250
/** Without a network the app repeats its requests, so some screens never become quiet. */
const QUIET_AT_MOST_MS = 2000

/** Waits until nothing has been requested and the page has not changed for a moment. Held polls do not count. */
async function quiet(page: Page) {
  const end = Date.now() + QUIET_AT_MOST_MS
  const asked = new Set<Request>()
  let changedAt = Date.now()
  const begin = (request: Request) => {
    if (!request.url().includes('/_changes')) asked.add(request)
  }
  const finish = (request: Request) => {
    if (asked.delete(request)) changedAt = Date.now()
  }
  page.on('request', begin).on('requestfinished', finish).on('requestfailed', finish)
  while (Date.now() < end && (asked.size > 0 || Date.now() < changedAt + QUIET_MS))
    if (await changesWithin(page, QUIET_MS)) changedAt = Date.now()
  page.off('request', begin).off('requestfinished', finish).off('requestfailed', finish)
}

/** Waits for the time, in ms, or until the page changes; returns which. */
const changesWithin = (page: Page, ms: number) =>
  page.evaluate(
    (ms) =>
      new Promise<boolean>((resolve) => {
        const observer = new MutationObserver(() => end(true))
        const timer = setTimeout(() => end(false), ms)
        const end = (hasChanged: boolean) => {
          clearTimeout(timer)
          observer.disconnect()
          resolve(hasChanged)
        }
        observer.observe(document, { subtree: true, childList: true, characterData: true })
      }),
    ms,
  )

/** Waits until all transitions have ended, so that colours and positions are final. */
export const finished = (page: Page) =>
  page.waitForFunction(() =>
    document.getAnimations().every(({ effect }) => effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY),
  )
