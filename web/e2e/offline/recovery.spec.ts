import type { BrowserContext, Page, Request } from '@playwright/test'
import { fillDelivery, order, readyOffline, signIn } from '../customer-steps.ts'
import { expect, test as onService } from '../fixtures.ts'
import { words } from '../screen-texts.ts'
import { openSilentProxy, type SilentProxy } from './silent-proxy.ts'

/** Adds a proxy to the service that can stop transferring without closing connections. */
const test = onService.extend<{ deadLine: SilentProxy }>({
  deadLine: async ({ service }, use) => {
    const line = await openSilentProxy(service.url)
    await use(line)
    await line.close()
  },
})

const RECOVERY_MS = 5000

const says = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).first()
const waiting = /^\d+ waiting$/
const orderNumber = (page: Page) =>
  page
    .getByRole('main')
    .getByText(/FLR\d+/)
    .first()

const savedHere = (page: Page) => page.getByRole('main').getByText(words.en.savedHere).first()

/** Expects the confirmation within the allowed time after the return of the network. */
async function confirmedSoon(page: Page, backAt: number) {
  await expect(orderNumber(page)).toBeVisible({ timeout: RECOVERY_MS })
  expect(Date.now() - backAt).toBeLessThan(RECOVERY_MS)
}

for (const seconds of [1, 60])
  test(`an order placed without a network is confirmed within 5 s of its return after ${seconds} s`, async ({
    service,
    customer,
    phone,
  }) => {
    test.setTimeout(240_000)
    const { page, context } = await phone({ storesApp: true })
    await signIn(page, service, customer.email)
    await readyOffline(page)
    let back = Promise.resolve(0)
    await order(page, 'red-roses', words.en, async (step) => {
      if (step !== 'payment') return
      await context.setOffline(true)
      back = new Promise((resolve) => {
        setTimeout(async () => {
          await context.setOffline(false)
          resolve(Date.now())
        }, seconds * 1000)
      })
    })
    // The two waiting documents are the order and its saved address.
    if (seconds > 5) await expect(says(page, 'Offline, 2 waiting')).toBeAttached()
    await confirmedSoon(page, await back)
    await expect(says(page, 'Up to date')).toBeAttached()
  })

test('a half-open connection is detected, and an order is confirmed within 5 s of the network’s return', async ({
  service,
  customer,
  phone,
  deadLine,
}) => {
  test.setTimeout(240_000)
  const { page } = await phone({ baseURL: deadLine.url, storesApp: true })
  await signIn(page, service, customer.email)
  await readyOffline(page)
  await expect(says(page, 'Up to date')).toBeAttached()
  deadLine.hang()
  await order(page, 'red-roses')
  await expect(savedHere(page)).toBeVisible()
  await expect(says(page, waiting)).toBeAttached({ timeout: 25_000 })

  const backAt = Date.now()
  deadLine.mend()
  await confirmedSoon(page, backAt)
  await expect(says(page, 'Up to date')).toBeAttached()
})

test('an order placed while the network hangs for a moment, without any event, is confirmed within 5 s of its return', async ({
  service,
  customer,
  phone,
  deadLine,
}) => {
  const { page } = await phone({ baseURL: deadLine.url, storesApp: true })
  await signIn(page, service, customer.email)
  await readyOffline(page)
  await order(page, 'red-roses', words.en, async (step) => {
    if (step === 'payment') deadLine.hang()
  })
  await expect(savedHere(page)).toBeVisible()

  const backAt = Date.now()
  deadLine.mend()
  await confirmedSoon(page, backAt)
  await expect(says(page, 'Up to date')).toBeAttached()
})

async function toPayment(page: Page) {
  await page.goto('/#/product/red-roses')
  await page.getByRole('main').getByRole('button', { name: words.en.addToCart, exact: true }).click()
  await expect(page).toHaveURL(/cart/)
  await page.getByRole('link', { name: words.en.proceed }).click()
  await expect(page.getByLabel(words.en.recipient)).toBeVisible()
  await fillDelivery(page)
  await page.getByRole('button', { name: words.en.continueToPayment }).click()
}

/** Kills the whole process of the tab, without any event in the page. */
async function crash(page: Page, context: BrowserContext) {
  const crashed = page.waitForEvent('crash')
  const devTools = await context.newCDPSession(page)
  devTools.send('Page.crash').catch(() => undefined)
  await crashed
  await page.close()
}

test('an order whose tab is killed during the payment is found in the next tab', async ({
  service,
  customer,
  phone,
}) => {
  const { page, context } = await phone({ storesApp: true })
  await signIn(page, service, customer.email)
  await readyOffline(page)
  await toPayment(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: words.en.placeOrder }).click()
  // The order is stored now, and must not be lost from here on.
  await page.waitForFunction(() => localStorage.getItem('mogra_draft_placed') !== null)
  await crash(page, context)

  const next = await context.newPage()
  await next.goto('/#/order-history')
  await expect(savedHere(next)).toBeVisible()
  await context.setOffline(false)
  await expect(orderNumber(next)).toBeVisible()
  await next.goto('/#/cart')
  await expect(next.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
})

test('a tab that is killed at the moment of the press leaves either the order or the cart, never both and never neither', async ({
  service,
  customer,
  phone,
}) => {
  const { page, context } = await phone({ storesApp: true })
  await signIn(page, service, customer.email)
  await readyOffline(page)
  await toPayment(page)
  const placeOrder = page.getByRole('button', { name: words.en.placeOrder })
  await expect(placeOrder).toBeVisible()
  await Promise.all([placeOrder.dispatchEvent('click').catch(() => undefined), crash(page, context)])

  const next = await context.newPage()
  await next.goto('/#/order-history')
  const ordered = orderNumber(next)
  const nothing = next.getByText('No orders yet')
  await expect(ordered.or(nothing)).toBeVisible()
  const hasOrder = await ordered.isVisible()
  await next.goto('/#/cart')
  await expect(
    next.getByRole('heading', { name: hasOrder ? 'Your cart is empty' : words.en.redRoses }).first(),
  ).toBeVisible()
})

/** Records which pages have an open poll of the mailbox, and the maximum number at the same time. */
function watchPolls(context: BrowserContext) {
  const open = new Map<Request, Page>()
  const seen = { atOnce: 0, polls: 0 }
  const isPoll = (request: Request) => /\/db\/mailbox-[^/]+\/_changes/.test(request.url())
  context.on('request', (request) => {
    if (!isPoll(request)) return
    open.set(request, request.frame().page())
    seen.polls += 1
    seen.atOnce = Math.max(seen.atOnce, new Set(open.values()).size)
  })
  const ended = (request: Request) => open.delete(request)
  context.on('requestfinished', ended)
  context.on('requestfailed', ended)
  const forget = (page: Page) =>
    page.on('close', () => {
      for (const [request, from] of open) if (from === page) open.delete(request)
    })
  context.pages().forEach(forget)
  context.on('page', forget)
  return { seen, pollers: () => new Set(open.values()) }
}

test('two tabs never replicate at the same time, and when the replicating tab closes, the other continues', async ({
  service,
  customer,
  phone,
}) => {
  const { page, context } = await phone({ storesApp: true })
  const { seen, pollers } = watchPolls(context)
  await signIn(page, service, customer.email)
  await expect.poll(() => [...pollers()]).toEqual([page])
  const other = await context.newPage()
  await other.goto('/')
  await expect(says(other, 'Up to date')).toBeAttached()
  await order(other, 'tulips')
  await expect(orderNumber(other)).toBeVisible()
  await page.goto('/#/order-history')
  await expect(orderNumber(page)).toBeVisible()
  // There is a moment without a poll between two polls.
  await expect.poll(() => [...pollers()]).toEqual([page])

  await page.close()
  await expect.poll(() => [...pollers()]).toEqual([other])
  await order(other, 'red-roses')
  await expect(orderNumber(other)).toBeVisible()
  expect(seen.atOnce).toBe(1)
  expect(seen.polls).toBeGreaterThan(2)
})

for (const { portal, contentType, body } of [
  { portal: 'a page', contentType: 'text/html', body: '<!doctype html><title>Free Wi-Fi</title>' },
  { portal: 'an empty object', contentType: 'application/json', body: '{}' },
])
  test(`behind a captive portal that returns ${portal} to every request, nothing is lost or shown as sent`, async ({
    service,
    customer,
    phone,
  }) => {
    test.setTimeout(240_000)
    const { page, context } = await phone({ storesApp: true })
    await signIn(page, service, customer.email)
    await readyOffline(page)
    const isOurs = ({ pathname }: URL) => /^\/(db|api)\//.test(pathname)
    await context.route(isOurs, (route) => route.fulfill({ status: 200, contentType, body }))
    // The phone connects to the Wi-Fi of the portal.
    await context.setOffline(true)
    await context.setOffline(false)
    await order(page, 'red-roses')
    await expect(savedHere(page)).toBeVisible()
    await expect(says(page, waiting)).toBeAttached()
    await page.goto('/#/order-history')
    await page.reload()
    await expect(savedHere(page)).toBeVisible()
    await expect(says(page, waiting)).toBeAttached({ timeout: 25_000 })

    const backAt = Date.now()
    await context.unroute(isOurs)
    await confirmedSoon(page, backAt)
    await expect(says(page, 'Up to date')).toBeAttached()
  })
