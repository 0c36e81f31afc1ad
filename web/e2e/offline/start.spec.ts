import type { Page } from '@playwright/test'
import { order, readyOffline, signIn } from '../customer-steps.ts'
import { expect } from '../fixtures.ts'
import { words } from '../screen-texts.ts'
import { nextVersion, test } from './release.ts'

/** Cuts what is stored of these files to half, as a bad disk or proxy does. */
const cutStored = (page: Page, files: RegExp) =>
  page.evaluate(async (pattern) => {
    let cut = 0
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        if (!new RegExp(pattern).test(request.url)) continue
        const whole = await cache.match(request)
        if (!whole) continue
        const text = await whole.clone().text()
        await cache.put(request, new Response(text.slice(0, text.length / 2), { headers: whole.headers }))
        cut += 1
      }
    }
    return cut
  }, files.source)

const mark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-same-page', ''))
const markOf = (page: Page) => page.locator('html[data-same-page]')

test('stored files that were cut off are fetched again, and the order that waits is sent', async ({
  service,
  customer,
  phone,
}) => {
  const { page, context } = await phone({ storesApp: true })
  await signIn(page, service, customer.email)
  await readyOffline(page)
  await context.setOffline(true)
  await order(page, 'red-roses')
  await expect(page.getByRole('main').getByText(words.en.savedHere).first()).toBeVisible()
  expect(await cutStored(page, /\/(index\.html|assets\/(react|style)-)/)).toBe(3)
  await context.setOffline(false)
  await page.reload()
  await expect(
    page
      .getByRole('main')
      .getByText(/FLR\d+/)
      .first(),
  ).toBeVisible()
})

test('a version that cannot start gives way to the next one at Try again', async ({ release, phone }) => {
  const { page, context } = await phone({ baseURL: release.service.url, storesApp: true })
  await page.goto('/#/browse')
  await readyOffline(page)
  const heading = page.getByRole('heading', { level: 1, name: 'Shop Flowers' })
  const fault = 'throw new Error("a fault of this version");'
  await release.change('assets/index.js', (text) => `${fault}${text}`)
  await nextVersion(page)
  await page.evaluate(async () => {
    const { waiting } = await navigator.serviceWorker.ready
    const taken = new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
    waiting?.postMessage({ type: 'SKIP_WAITING' })
    await taken
  })
  // The outline is not to try by itself.
  await context.route('/sw.js', (route) => (route.request().method() === 'HEAD' ? route.abort() : route.fallback()))
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('Mogra could not be loaded')
  await expect(heading).toHaveCount(0)
  await release.change('assets/index.js', (text) => text.replace(fault, ''))
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(heading).toBeVisible()
})

test('a new version is taken in each of two tabs', async ({ release, phone }) => {
  const { page: one, context } = await phone({ baseURL: release.service.url, storesApp: true })
  await one.goto('/#/browse')
  const two = await context.newPage()
  await two.goto('/#/browse')
  for (const page of [one, two]) await readyOffline(page)
  for (const page of [one, two]) await mark(page)
  await release.change('assets/about.js', (text) => `${text}/* another version */`)
  await nextVersion(one)
  for (const page of [one, two]) {
    await page.bringToFront()
    await page.getByRole('button', { name: 'A new version is ready. Reload' }).click()
    await expect(markOf(page)).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1, name: 'Shop Flowers' })).toBeVisible()
  }
})

test('a file that is blocked keeps nothing else from being stored, and comes when it can', async ({
  release,
  phone,
}) => {
  const bringBack = await release.withhold('assets/terms.js')
  const { service } = release
  const { page, context } = await phone({ baseURL: service.url, storesApp: true })
  await service.services.accounts.create({
    ...{ email: 'asha@mogra.example', name: 'Asha Rathore', role: 'CUSTOMER', verified: true },
  })
  await signIn(page, service, 'asha@mogra.example')
  await readyOffline(page)
  await page.goto('/#/profile')
  const main = page.getByRole('main')
  await expect(main.getByText('1 of its files is missing')).toBeVisible()
  await context.setOffline(true)
  await order(page, 'tulips')
  await context.setOffline(false)
  await bringBack()
  await page.goto('/#/profile')
  await expect(main.getByText('Mogra is stored on this device')).toBeVisible()
  const stored = await page.evaluate(async () => {
    const requests = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(stored).toContain(`/${await release.nameOf('assets/terms.js')}`)
  expect(stored).not.toContain(`/${await release.nameOf('assets/dev-ui.js')}`)
})

test('what was blocked opens by itself when it can be fetched, although no browser tells', async ({ phone }) => {
  const { page, context } = await phone({ storesApp: true })
  await context.route(/\/assets\/react-[^/]*\.js/, (route) => route.abort())
  await page.goto('/#/about')
  await expect(page.getByRole('alert')).toContainText('Mogra could not be loaded')
  const screen = /\/assets\/about-[^/]*\.js/
  await context.route(screen, (route) => route.abort())
  await context.unroute(/\/assets\/react-[^/]*\.js/)
  await expect(page.getByRole('alert')).toContainText(words.en.notHere)
  await context.unroute(screen)
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText(words.en.about)
})

test('a style sheet that was blocked at the first visit comes when it can be fetched, without a reload', async ({
  phone,
}) => {
  const { page, context } = await phone({ storesApp: true })
  const sheet = /\/assets\/style-[^/]*\.css/
  await context.route(sheet, (route) => route.abort())
  await page.goto('/#/about')
  const heading = page.getByRole('main').getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(words.en.about)
  await mark(page)
  const family = () => heading.evaluate((element) => getComputedStyle(element).fontFamily)
  expect(await family()).not.toContain('Eczar')
  await context.unroute(sheet)
  await expect.poll(family).toContain('Eczar')
  await expect(markOf(page)).toHaveCount(1)
})

test('a search whose code was blocked finds its flowers when the code can be fetched, without a reload', async ({
  phone,
}) => {
  const { page, context } = await phone({ storesApp: true })
  const code = /\/assets\/flower-index-[^/]*\.js/
  await context.route(code, (route) => route.abort())
  await page.goto('/#/browse?q=tulips')
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  await mark(page)
  await context.unroute(code)
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: /Tulips/ })
      .first(),
  ).toBeVisible()
  await expect(markOf(page)).toHaveCount(1)
})
