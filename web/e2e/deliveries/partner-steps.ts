import { type BrowserContext, expect, type Page } from '@playwright/test'
import { currentRound, endRound, orderId } from '#model'
import { contentOf, UNTOLD } from '../../../sync-server/core/core-document.ts'
import { judgeDeadline } from '../../../sync-server/deliveries/order-deadlines.ts'
import { someOrder } from '../../../sync-server/deliveries/testing/some-order.ts'
import { withDelivery } from '../../../sync-server/orders/move-delivery.ts'
import { HAPPENED } from '../../../sync-server/orders/order-record.ts'
import type { TestService } from '../../../sync-server/testing/test-service.ts'
import en from '../../src/i18n/locales/en/deliveries.json' with { type: 'json' }
import hi from '../../src/i18n/locales/hi/deliveries.json' with { type: 'json' }
import { order, signIn, type Words } from '../customer-steps.ts'
import { words } from '../screen-texts.ts'

export const texts = { en, hi }
type Texts = (typeof texts)['en' | 'hi']

let people = 0
const partners = new Set<string>()

/** A partner of Jaipur, who is not signed in on any device. */
export async function partner({ services }: TestService, name: string) {
  people += 1
  const email = `partner.${process.pid}.${people}@mogra.example`
  const made = await services.accounts.create({ email, name, role: 'PARTNER', city: 'jaipur', verified: true })
  if (made === 'email_taken') throw new Error(made)
  partners.add(made.id)
  return made
}

/** Ends all duties, so that the demo simulates the city's deliveries again for later tests on the same service. */
export async function endDuties({ services }: TestService): Promise<void> {
  const at = services.now().toISOString()
  for (const account of partners) await services.partners.end(account, { id: `test:${account}`, at })
  partners.clear()
}

/** Signs in and goes on duty. */
export async function onDuty(page: Page, service: TestService, email: string, say: Words, text: Texts) {
  await signIn(page, service, email, say)
  await page.goto('/#/driver/dashboard')
  await page.getByRole('switch', { name: text.duty.on }).click()
  await expect(page.getByRole('heading', { level: 1, name: text.duty.on, exact: true })).toBeVisible()
}

/** The text before its first value, which a screen shows in front of it. */
export const beginOf = (text: string) => text.split('{{')[0] ?? ''

/** Opens a part of the dashboard on a phone. */
export const openTab = (page: Page, name: string, { title }: Texts) =>
  page
    .getByRole('navigation', { name: title })
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .click()

/** The answer to the request that goes to this PIN code: other tests have requests of their own. */
export const answer = (page: Page, text: string, pincode: string) =>
  page.getByRole('button', { name: new RegExp(`^${beginOf(text)}.*\\b${pincode}\\b`) })

/** A customer orders flowers to this PIN code; returns the order's ULID once partners can take it. */
export async function orderTo(page: Page, service: TestService, pincode: string): Promise<string> {
  await order(page, 'red-roses', words.en, undefined, pincode)
  const id = page.url().match(/order-tracking\/(\w+)/)?.[1] ?? ''
  await openNow(service, id)
  return id
}

/** Waits until nobody has the order's delivery, and opens it: in a test at night it would wait for the morning. */
export async function openNow({ services }: TestService, id: string) {
  const { store } = services.orderRecords
  await expect
    .poll(async () => (await store.read(orderId(id)))?.delivery.state ?? 'unknown')
    .toMatch(/^(waiting|open)$/)
  const at = services.now().toISOString()
  await store.decide<'open'>(orderId(id), { at }, (record) => {
    if (record?.delivery.state !== 'waiting') return { refused: 'open' }
    const delivery = { ...record.delivery, state: 'open' as const, since: at, openedAt: at }
    return { what: HAPPENED.opened, content: { ...contentOf(record), delivery } }
  })
  await services.sweep.sweepNow()
}

/** A partner has accepted an order of this customer (accounts) that goes to this PIN code; returns its ULID. */
export async function awarded(service: TestService, account: string, partner: string, pincode: string) {
  const address = { name: 'Sunita Deshpande', phone: '+919829011420', address: '14, Bapu Nagar', city: 'jaipur' }
  const more = { address: { ...address, pincode } }
  return toldOrder(service, { account, state: 'awarded', partner, more })
}

/** Takes the award back, as its deadline does. */
export async function takeBack({ services }: TestService, id: string) {
  const at = services.now().toISOString()
  await services.orderRecords.store.decide<'nobody'>(orderId(id), { at }, (record) => {
    const current = record && currentRound(record.delivery)
    if (!record || !current) return { refused: 'nobody' }
    const delivery = { ...endRound(record.delivery, current, 'taken_back', at), state: 'open' as const, since: at }
    return { what: HAPPENED.takenBack, content: withDelivery(contentOf(record), delivery, at) }
  })
  await services.sweep.sweepNow()
}

/** Does what the order's past deadline calls for: a service that has just started waits some minutes before that. */
export async function deadline({ services }: TestService, id: string) {
  const now = services.now()
  const decided = await services.orderRecords.store.decide<'later'>(
    orderId(id),
    { at: now.toISOString() },
    (record) => {
      const judged = record && judgeDeadline(record, now, false)
      return judged && 'what' in judged ? judged : { refused: 'later' }
    },
  )
  expect(decided).not.toHaveProperty('refused')
  await services.sweep.sweepNow()
}

/** Writes an order, and tells everybody whom it concerns, as if it had just happened; returns its ULID. */
export async function toldOrder({ services }: TestService, wanted: Parameters<typeof someOrder>[1]) {
  const id = await someOrder(services, wanted)
  await services.orderRecords.store.note(orderId(id), (record) => ({ ...record, told: 0, nextAt: UNTOLD }))
  await services.sweep.sweepNow()
  return id
}

/** Closes the browser's only page, and opens the dashboard in a new one. */
export async function openedAgain(context: BrowserContext, page: Page): Promise<Page> {
  await page.close()
  const next = await context.newPage()
  await next.goto('/#/driver/dashboard')
  return next
}

/** Whether the service worker has stored this chunk: it stores a role's chunks once the session names the role. */
export const isStored = (page: Page, chunk: string): Promise<boolean> =>
  page.evaluate(async (name) => {
    const stored = await Promise.all((await caches.keys()).map(async (key) => (await caches.open(key)).keys()))
    return stored.flat().some(({ url }) => url.includes(name))
  }, chunk)

/** Picks up and delivers what is carried, without a network. */
export async function deliverOffline(page: Page, context: BrowserContext, { move, handedTo }: Texts) {
  const pickedUp = page.getByRole('button', { name: move.pickedUp, exact: true })
  await expect(pickedUp).toBeVisible()
  await context.setOffline(true)
  await pickedUp.click()
  await page.getByRole('button', { name: move.delivered, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: handedTo.guard }).press('Enter')
  await expect(page.getByText(move.nothingLeft)).toBeVisible()
}
