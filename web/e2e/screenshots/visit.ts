import type { BrowserContext, Page } from '@playwright/test'
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
  /** It bypasses the CSP. */
  context: BrowserContext
  service: TestService
  clock: Clock
  email: string
  language: 'en' | 'hi'
  /** Sees what is there now; what is open at this width alone, a menu or a sheet, is seen at no other. */
  look: (name: string, options?: { isOfThisWidth?: boolean }) => Promise<void>
}

const nameOf = (path: string) => path.slice(1).replaceAll('/', '-') || 'home'

export async function see({ page, look }: Visit, path: string, name = nameOf(path)) {
  // Opened anew: the screen before it would be taken for it as long as its heading stands there.
  await page.goto('about:blank')
  await page.goto(`/#${path}`)
  await look(name)
}

/** Closes what lies over the screen. Its entry of the history goes a moment later, and would take the next way with it. */
export async function closeOverlay(page: Page) {
  const mark = await page.evaluate(() => history.state?.mograOverlay)
  await page.keyboard.press('Escape')
  if (mark !== undefined) await page.waitForFunction((before) => history.state?.mograOverlay !== before, mark)
}

/** Still, with all fonts and pictures there. */
export async function settled(page: Page) {
  await page.locator('h1').first().waitFor()
  // Without a network the app goes on trying.
  await page.waitForLoadState('networkidle', { timeout: 2000 }).catch(() => undefined)
  await page.evaluate(async () => {
    await document.fonts.ready
    for (const picture of document.images) picture.loading = 'eager'
    await Promise.allSettled([...document.images].map((picture) => picture.decode()))
  })
  await finished(page)
}

/** In the colours and places that it has in the end, not in the middle of a fade. */
export const finished = (page: Page) =>
  page.waitForFunction(() =>
    document.getAnimations().every(({ effect }) => effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY),
  )
