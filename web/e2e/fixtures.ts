import { join } from 'node:path'
import { type BrowserContext, test as base, type Page } from '@playwright/test'
import { startTestService, type TestService } from '../../sync-server/testing/test-service.ts'
import { aClock, type Clock } from './clock.ts'

interface Person {
  email: string
  name: string
}

interface Worker {
  clock: Clock
  service: TestService
}

interface PhoneOptions {
  language?: 'en' | 'hi'
  baseURL?: string
  /** Whether it stores the app, which takes half of a first start: only stories that open it without a network need it. */
  storesApp?: boolean
}

interface Each {
  /** A customer who is not signed in on any device. */
  customer: Person
  /** Opens a new phone, which shares nothing with other contexts. */
  phone: (options?: PhoneOptions) => Promise<{ page: Page; context: BrowserContext }>
}

let people = 0

/** Each worker runs the whole service in its process, with its own database. */
export const test = base.extend<Each, Worker>({
  clock: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that one needs from the pattern.
    async ({}, use) => {
      await use(aClock())
    },
    { scope: 'worker' },
  ],
  service: [
    async ({ clock }, use) => {
      const service = await startTestService({ webFolder: join(import.meta.dirname, '../dist'), now: clock.now })
      await use(service)
      await service.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ service }, use) => use(service.url),
  customer: async ({ service }, use) => {
    people += 1
    const person = { email: `asha.${process.pid}.${people}@mogra.example`, name: 'Asha Rathore' }
    await service.services.accounts.create({ ...person, role: 'CUSTOMER', verified: true })
    await use(person)
  },
  phone: async ({ browser, service }, use) => {
    const contexts: BrowserContext[] = []
    await use(async ({ language = 'en', baseURL = service.url, storesApp = false } = {}) => {
      const serviceWorkers = storesApp ? 'allow' : 'block'
      const context = await browser.newContext({ baseURL, viewport: { width: 360, height: 800 }, serviceWorkers })
      contexts.push(context)
      if (language === 'hi') await context.addInitScript(() => localStorage.setItem('mogra_language', 'hi'))
      return { context, page: await context.newPage() }
    })
    for (const context of contexts) await context.close()
  },
})
export { expect } from '@playwright/test'
