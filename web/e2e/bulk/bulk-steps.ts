import type { Page } from '@playwright/test'
import { ulid } from 'ulid'
import { bulkId, dayOf, ulidOf } from '#model'
import { publishServedCities } from '../../../sync-server/bulk/serving-suppliers.ts'
import { aRequest } from '../../../sync-server/bulk/testing/some-request.ts'
import type { TestService } from '../../../sync-server/testing/test-service.ts'
import en from '../../src/i18n/locales/en/bulk-order.json' with { type: 'json' }
import hi from '../../src/i18n/locales/hi/bulk-order.json' with { type: 'json' }

export const texts = { en, hi }
type Texts = (typeof texts)['en' | 'hi']

const DAY_MS = 86_400_000
/** The day in India so many days after today. */
export const dayAhead = ({ services }: TestService, days: number) =>
  dayOf(new Date(services.now().getTime() + days * DAY_MS))

let people = 0
/** A wholesale supplier of these cities, who is not signed in on any device. */
export async function supplier(service: TestService, name: string, citiesServed: string[], autoResponse?: string) {
  const { accounts } = service.services
  people += 1
  const email = `supplier.${process.pid}.${people}@mogra.example`
  const made = await accounts.create({ email, name, phone: '+919829055111', role: 'SUPPLIER', verified: true })
  if (made === 'email_taken') throw new Error(made)
  const offer = { citiesServed, ...(autoResponse !== undefined && { autoResponse }) }
  await accounts.change(made.id, { businessName: name, ...offer })
  await publishServedCities(service.services)
  return { id: made.id, email, ...offer }
}

/** Posts a request of this customer (an account's id), which suppliers of its city see; returns its ULID. */
export async function posted({ services }: TestService, account: string, more: Parameters<typeof aRequest>[1]) {
  const now = services.now()
  const intent = ulid(now.getTime())
  const request = { ...aRequest(now, more), isUnserved: false }
  await services.bulkRequests.post({ at: now.toISOString(), intent }, { id: account }, request)
  await services.sweep.sweepNow()
  return intent
}

/** This supplier shows interest in the request, as if by a phone. */
export async function showsInterest(
  { services }: TestService,
  request: string,
  supplier: { id: string; citiesServed?: string[]; autoResponse?: string },
) {
  const asked = { at: services.now().toISOString(), intent: ulid() }
  const shown = await services.bulkRequests.showInterest(bulkId(request), asked, supplier)
  if ('refused' in shown) throw new Error(shown.refused)
  await services.sweep.sweepNow()
}

/** The ULID of the request with this number. */
export async function requestNumbered({ services }: TestService, number: string): Promise<string> {
  const all = await services.couch.db('bulk-requests').range<{ number: string }>('bulk:', 'bulk:\uffff')
  const found = all.find((one) => one.number === number)
  if (!found) throw new Error(`there is no request ${number}`)
  return ulidOf(found._id)
}

interface Wanted {
  flowers?: readonly RegExp[]
  quantity?: string
  city: RegExp
  on: string
  email: string
}

/** Fills in all fields of the open form but the unit and the notes. */
export async function fillRequest(page: Page, { fields }: Texts, wanted: Wanted) {
  const { flowers = [/^(Roses|गुलाब)$/], quantity = '300', city, on, email } = wanted
  for (const name of flowers) await page.getByRole('checkbox', { name }).check()
  await page.getByLabel(fields.quantity, { exact: true }).fill(quantity)
  await page.getByRole('combobox', { name: fields.city, exact: true }).click()
  await page.getByRole('option', { name: city }).click()
  await page.getByLabel(fields.deliveryDate, { exact: true }).fill(on)
  await page.getByLabel(fields.deliveryAddress, { exact: true }).fill('Chokhi Dhani Road, Gate 3')
  await page.getByLabel(fields.buyerName, { exact: true }).fill('Kavya Menon')
  await page.getByLabel(fields.phone, { exact: true }).fill('98290 55110')
  await page.getByLabel(fields.email, { exact: true }).fill(email)
}

/** The list of the person's own requests. */
export const ownRequests = (page: Page, { requests }: Texts) => page.getByRole('list', { name: requests.title })

/** Waits for the number of the person's only request. */
export async function numberOf(page: Page, text: Texts): Promise<string> {
  const number = ownRequests(page, text).getByText(/^BLK\w+$/)
  await number.waitFor()
  return (await number.textContent()) ?? ''
}

/** The text before its first value. */
export const beginOf = (text: string) => text.split('{{')[0] ?? ''
