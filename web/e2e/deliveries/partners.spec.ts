import type { BrowserContext, Page } from '@playwright/test'
import enOrders from '../../src/i18n/locales/en/orders.json' with { type: 'json' }
import enRefusals from '../../src/i18n/locales/en/refusals.json' with { type: 'json' }
import { readyOffline, signIn } from '../customer-steps.ts'
import { expect, test } from '../fixtures.ts'
import { words } from '../screen-texts.ts'
import { answer, beginOf, onDuty, openTab, orderTo, partner, texts } from './partner-steps.ts'

test('of two partners who accept one order the one without a network loses it, and reads that somebody else has it', async ({
  service,
  customer,
  phone,
}) => {
  const [say, text] = [words.en, texts.en]
  const [imran, ravi] = [await partner(service, 'Imran Khan'), await partner(service, 'Ravi Shinde')]
  const { page: imrans } = await phone()
  await onDuty(imrans, service, imran.email, say, text)
  const { page: ravis, context: ravisPhone } = await phone()
  await onDuty(ravis, service, ravi.email, say, text)

  const { page: customers } = await phone()
  await signIn(customers, service, customer.email)
  await orderTo(customers, service, '302033')
  await openTab(imrans, text.tabs.orders, text)
  await openTab(ravis, text.tabs.orders, text)
  await expect(answer(ravis, text.requests.acceptNamed, '302033')).toBeVisible()

  // Ravi accepts in a basement, Imran on the street.
  await ravisPhone.setOffline(true)
  await answer(ravis, text.requests.acceptNamed, '302033').click()
  await expect(ravis.getByText(text.claim.title)).toBeVisible()
  await expect(ravis.getByText(text.claim.text)).toBeVisible()
  await answer(imrans, text.requests.acceptNamed, '302033').click()
  await openTab(imrans, text.tabs.overview, text)
  await expect(imrans.getByText(text.current.confirmed)).toBeVisible()
  await expect(customers.getByText('Imran').first()).toBeVisible()

  await ravisPhone.setOffline(false)
  await expect(ravis.getByText(enRefusals.already_awarded)).toBeVisible()
  await expect(ravis.getByText(text.claim.title)).toBeHidden()
  await ravis.goto('/#/attention')
  await expect(ravis.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(ravis.getByText(enRefusals.already_awarded)).toBeHidden()
})

test('flowers are picked up and delivered without a network, with the browser closed in between, and paid once', async ({
  service,
  customer,
  phone,
}) => {
  const [say, text] = [words.hi, texts.hi]
  const imran = await partner(service, 'Imran Khan')
  const { page: first, context } = await phone({ language: 'hi' })
  await onDuty(first, service, imran.email, say, text)
  await readyOffline(first)
  const { page: customers } = await phone()
  await signIn(customers, service, customer.email)
  await orderTo(customers, service, '302021')
  await openTab(first, text.tabs.orders, text)
  await answer(first, text.requests.acceptNamed, '302021').click()
  await openTab(first, text.tabs.overview, text)
  await expect(first.getByText(text.current.confirmed)).toBeVisible()
  await expect.poll(() => isStored(first, 'driver-dashboard')).toBe(true)

  await context.setOffline(true)
  await first.getByRole('button', { name: text.move.pickedUp, exact: true }).click()
  await expect(first.getByText(beginOf(text.move.saved))).toBeVisible()

  const second = await openedAgain(context, first)
  await expect(second.getByText(beginOf(text.move.saved))).toBeVisible()
  await second.getByRole('button', { name: text.move.delivered, exact: true }).click()
  await second.getByRole('dialog').getByRole('button', { name: text.handedTo.guard }).press('Enter')
  await expect(second.getByText(text.move.nothingLeft)).toBeVisible()

  const third = await openedAgain(context, second)
  await expect(third.getByText(text.move.nothingLeft)).toBeVisible()
  await context.setOffline(false)
  await expect(third.getByText(text.move.nothingLeft)).toBeHidden()
  await expect(customers.getByText(enOrders.state.deliveredTitle)).toBeVisible()
  await openTab(third, text.tabs.earnings, text)
  const earned = third.getByRole('region', { name: text.earned.title })
  await expect(earned.getByText('₹50')).toHaveCount(3)
  await expect(third.getByRole('region', { name: text.available.title }).getByText('₹50').first()).toBeVisible()
})

/** Closes the browser's only page, and opens the dashboard in a new one. */
async function openedAgain(context: BrowserContext, page: Page): Promise<Page> {
  await page.close()
  const next = await context.newPage()
  await next.goto('/#/driver/dashboard')
  return next
}

/** Whether the service worker has stored this chunk: it stores a role's chunks once the session names the role. */
const isStored = (page: Page, chunk: string): Promise<boolean> =>
  page.evaluate(async (name) => {
    const stored = await Promise.all((await caches.keys()).map(async (key) => (await caches.open(key)).keys()))
    return stored.flat().some(({ url }) => url.includes(name))
  }, chunk)
