import type { BrowserContext, Page, Request } from '@playwright/test'
import { fillDelivery, order, readyOffline, signIn } from '../customer-steps.ts'
import { expect, test as onService } from '../fixtures.ts'
import { words } from '../screen-texts.ts'
import { openSilentProxy, type SilentProxy } from './silent-proxy.ts'

/** With a network to the service that can die without a word. */
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

/** Within the time that recovery may take since the network came back. */
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
    test.setTimeout(150_000)
    const { page, context } = await phone()
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
    // The order, and the address that it remembers.
    if (seconds > 5) await expect(says(page, 'Offline, 2 waiting')).toBeAttached()
    await confirmedSoon(page, await back)
    await expect(says(page, 'Up to date')).toBeAttached()
  })

test('a line that hangs half-open is called dead, and an order is confirmed within 5 s of its return', async ({
  service,
  customer,
  phone,
  deadLine,
}) => {
  test.setTimeout(150_000)
  const { page } = await phone({ baseURL: deadLine.url })
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

test('an order placed on a line that hangs for a moment, which nobody tells of, is confirmed within 5 s of its return', async ({
  service,
  customer,
  phone,
  deadLine,
}) => {
  const { page } = await phone({ baseURL: deadLine.url })
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

/** The whole process behind the tab dies; nothing in it hears of that. */
async function crash(page: Page, context: BrowserContext) {
  const crashed = page.waitForEvent('crash')
  const devTools = await context.newCDPSession(page)
  devTools.send('Page.crash').catch(() => undefined)
  await crashed
  await page.close()
}

test('an order whose tab is killed while it is being paid is found in the next one', async ({
  service,
  customer,
  phone,
}) => {
  const { page, context } = await phone()
  await signIn(page, service, customer.email)
  await readyOffline(page)
  await toPayment(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: words.en.placeOrder }).click()
  // Stored: from here on it must not be lost.
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

test('a tab killed at the very press leaves the order or the cart, never neither and never both', async ({
  service,
  customer,
  phone,
}) => {
  const { page, context } = await phone()
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

/** Which pages have a poll of the mailbox open, and how many had one at once at most. */
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

test('two tabs never replicate at once, and when the one that does goes, the other goes on', async ({
  service,
  customer,
  phone,
}) => {
  const { page, context } = await phone()
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
  // Between two polls there is none.
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
  test(`behind a captive portal that answers ${portal} to everything nothing is lost and nothing is called sent`, async ({
    service,
    customer,
    phone,
  }) => {
    test.setTimeout(120_000)
    const { page, context } = await phone()
    await signIn(page, service, customer.email)
    await readyOffline(page)
    const isOurs = ({ pathname }: URL) => /^\/(db|api)\//.test(pathname)
    await context.route(isOurs, (route) => route.fulfill({ status: 200, contentType, body }))
    // The phone joins the Wi-Fi.
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
