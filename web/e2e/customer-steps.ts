import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { TestService } from '../../sync-server/testing/test-service.ts'
import { words } from './screen-texts.ts'

export type Words = (typeof words)['en' | 'hi']

// A mail that confirms an order also has six digits, in its PIN code.
const isCode = ({ text }: { text: string }) => /\b\d{6}\b/.test(text) && !text.includes('FLR')

/** Signs in with the code of a mail that the SMTP server has received. */
export async function signIn(
  page: Page,
  service: TestService,
  email: string,
  say: Words = words.en,
  address = '/#/login',
) {
  const codes = () => service.mails().filter((mail) => mail.to === email && isCode(mail))
  const known = codes().length
  await page.goto(address)
  await page.getByLabel(say.email, { exact: true }).fill(email)
  await page.getByRole('button', { name: say.sendCode }).click()
  await expect.poll(() => codes().length).toBe(known + 1)
  await page.getByLabel(say.code).fill(codes()[0]?.text.match(/\b\d{6}\b/)?.[0] ?? '')
  await page.getByRole('button', { name: say.verify }).click()
  await expect(page).not.toHaveURL(/login/)
}

/** Fills in and sends the form of registration; the service then mails a code. */
export async function register(page: Page, email: string, say: Words = words.en) {
  await page.goto('/#/register')
  await page.getByLabel(say.name, { exact: true }).fill('Ravi Menon')
  await page.getByLabel(say.email, { exact: true }).fill(email)
  await page.getByLabel(say.phone, { exact: true }).fill('98290 11420')
  await page.getByLabel(say.city, { exact: true }).selectOption('pune')
  await page.getByRole('checkbox', { name: say.terms }).check()
  await page.getByRole('button', { name: say.createAccount }).click()
}

/** Waits for the newest code that was mailed to this person and differs from the known one. */
export async function codeIn(service: TestService, email: string, known?: string) {
  const newest = () =>
    service
      .mails()
      .filter((mail) => mail.to === email && isCode(mail))
      .flatMap(({ text }) => text.match(/\b\d{6}\b/) ?? [])[0]
  await expect.poll(() => newest() ?? known).not.toBe(known)
  return newest() ?? ''
}
/** Orders a flower, from an empty cart to the tracking page; `look` is called at both steps of the checkout. */
export async function order(
  page: Page,
  flower: string,
  say: Words = words.en,
  look: (step: string) => Promise<void> = async () => undefined,
  pincode?: string,
) {
  await page.goto(`/#/product/${flower}`)
  // Uses the keyboard: a second click at the same place within half a second would be ignored as a double tap.
  await page.getByRole('main').getByRole('button', { name: say.addToCart, exact: true }).press('Enter')
  await expect(page).toHaveURL(/cart/)
  await page.getByRole('link', { name: say.proceed }).click()
  await expect(page.getByLabel(say.recipient)).toBeVisible()
  await look('delivery')
  await fillDelivery(page, say, undefined, pincode)
  await page.getByRole('button', { name: say.continueToPayment }).click()
  await expect(page.getByRole('button', { name: say.placeOrder })).toBeVisible()
  await look('payment')
  await page.getByRole('button', { name: say.placeOrder }).press('Enter')
  await expect(page).toHaveURL(/order-tracking/, { timeout: 20_000 })
}

/** Fills in the first step of the checkout. */
export async function fillDelivery(
  page: Page,
  say: Words = words.en,
  recipient = 'Sunita Deshpande',
  pincode = '302015',
) {
  await page.getByLabel(say.recipient).fill(recipient)
  await page.getByLabel(say.phone, { exact: true }).fill('9829011420')
  await page.getByLabel(say.address, { exact: true }).fill('14, Bapu Nagar, near Rambagh Circle')
  const city = page.getByRole('combobox', { name: say.city, exact: true })
  await city.fill('jaipur')
  await city.press('Enter')
  await page.getByLabel(say.pincode).fill(pincode)
}

/** Changes the price only during `look`, because all tests share the service. */
export const atPrice = (service: TestService, flowerId: string, priceRupees: number, look: () => Promise<void>) =>
  whileFlower(service, flowerId, { priceRupees }, look)

/** Marks the flower as out of stock only during `look`. */
export const withoutStock = (service: TestService, flowerId: string, look: () => Promise<void>) =>
  whileFlower(service, flowerId, { inStock: false }, look)

async function whileFlower({ services }: TestService, flowerId: string, changes: object, look: () => Promise<void>) {
  const catalogue = services.couch.db('catalogue')
  const before = await catalogue.get<object>(`flower:${flowerId}`)
  if (!before) throw new Error(`there is no flower ${flowerId}`)
  const set = (fields: object) => catalogue.update<object>(`flower:${flowerId}`, (now) => now && { ...now, ...fields })
  await set(changes)
  try {
    await look()
  } finally {
    await set(Object.fromEntries(Object.keys(changes).map((field) => [field, Reflect.get(before, field)])))
  }
}

/** Waits until the service worker has stored the app and controls this page; only for a phone that `storesApp`. */
export const readyOffline = (page: Page) =>
  page.evaluate(async () => {
    // Playwright leaves the registration out, and the rest would wait for ever.
    if (String(navigator.serviceWorker.register).includes('blocked by Playwright'))
      throw new Error('this phone does not store the app')
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      )
  })

/** On a phone that is ready offline, writes an order, which the gate refuses, and a favourite. Needs a bypassed CSP. */
export async function writeFact(page: Page) {
  await page.addScriptTag({ path: createRequire(import.meta.url).resolve('pouchdb/dist/pouchdb.js') })
  await page.evaluate(async () => {
    const { database, device } = JSON.parse(localStorage.getItem('mogra_session') ?? '{}')
    const { PouchDB } = window as unknown as {
      PouchDB: new (name: string, options: object) => { bulkDocs(docs: object[]): Promise<unknown> }
    }
    const updatedAt = new Date().toISOString()
    await new PouchDB(database, { adapter: 'idb' }).bulkDocs([
      { _id: 'order:01JD0000000000000000000001', type: 'order', device, lines: [], totalRupees: 1 },
      { _id: `favourite:tulips:${device}`, type: 'favourite', device, flower: 'tulips', on: true, updatedAt },
    ])
  })
  // After the reload only the app uses its database.
  await page.reload()
}
