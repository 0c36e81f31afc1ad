import { encodeTime } from 'ulid'
import {
  type BulkInterestFact,
  type BulkRow,
  bulkId,
  bulkInterestId,
  dayOf,
  intentId,
  receiptId,
  type SupplierFigures,
} from '#model'
import enPeople from '../../src/i18n/locales/en/people.json' with { type: 'json' }
import en from '../../src/i18n/locales/en/wholesale.json' with { type: 'json' }
import enProfile from '../../src/i18n/locales/en/wholesale-profile.json' with { type: 'json' }
import hiPeople from '../../src/i18n/locales/hi/people.json' with { type: 'json' }
import hi from '../../src/i18n/locales/hi/wholesale.json' with { type: 'json' }
import hiProfile from '../../src/i18n/locales/hi/wholesale-profile.json' with { type: 'json' }
import { paths } from '../../src/paths.ts'
import { signIn } from '../customer-steps.ts'
import { words } from '../screen-texts.ts'
import { see, type Visit } from './visit.ts'

const texts = { en, hi }
const profiles = { en: enProfile, hi: hiProfile }
const peoples = { en: enPeople, hi: hiPeople }

const DAY_MS = 86_400_000
/** No other visit has requests in these cities. */
const [CITY, OTHER] = ['surat', 'lucknow']

type Asked = Omit<BulkRow, '_id' | 'type'>

const asking =
  (buyerName: string, now: Date) =>
  (n: number, more: Partial<Asked> = {}): Asked => ({
    ...{ version: 1, number: `BLK176405536210${n}ABC`, buyerName, city: CITY },
    ...{ flowerTypes: ['Roses' as const], quantity: 40, quantityUnit: 'boxes' as const },
    deliveryDate: dayOf(new Date(now.getTime() + n * 3 * DAY_MS)),
    postedAt: new Date(now.getTime() - n * DAY_MS).toISOString(),
    ...more,
  })
const ulid = (n: number, now: Date) => `${encodeTime(now.getTime() - n * DAY_MS, 10)}${'0'.repeat(15)}${n}`

/** Requests that wait for an answer in the supplier's cities. */
const rows = (buyer: string, now: Date): BulkRow[] => {
  const asks = asking(buyer, now)
  return [
    asks(1, { additionalNotes: 'Red only, 50 cm stems, before 7 AM.\nतीन बार में भेजें।' }),
    asks(2, { flowerTypes: ['Sunflowers', 'Eucalyptus'], quantity: 500, quantityUnit: 'stems', city: OTHER }),
    asks(3, { flowerTypes: ['Carnations', 'Gerberas'], quantity: 1200, quantityUnit: 'pieces' }),
    asks(4, { flowerTypes: ['Peonies', "Baby's Breath", 'Mixed Seasonal Flowers'], quantity: 1 }),
  ].map((asked, index) => ({ _id: bulkId(ulid(index + 1, now)), type: 'bulk', ...asked }))
}

/** What came of the supplier's interest in others. */
function history(buyer: string, now: Date): { _id: string }[] {
  const at = now.toISOString()
  const contact = { phone: '+919829011420', email: 'ravi.shekhawat@amber-palace.example' }
  const asks = asking(buyer, now)
  const fact = (n: number, more: Partial<BulkInterestFact>): BulkInterestFact => ({
    ...{ _id: bulkInterestId(ulid(n, now)), type: 'bulk-interest', ...asks(n), version: 2 },
    ...{ state: 'interested', interestedAt: at, changedAt: at },
    ...more,
  })
  const figures: SupplierFigures = { _id: 'supplier', type: 'supplier', version: 3, completedDeals: 11 }
  const asked = `${encodeTime(now.getTime(), 10)}${'0'.repeat(16)}`
  const refused = {
    ...{ _id: intentId(asked), type: 'intent', kind: 'show-interest', device: 'other', n: 1, madeAt: at },
    payload: { request: ulid(4, now) },
  }
  const receipt = {
    ...{ _id: receiptId(asked), type: 'receipt', outcome: 'refused', reason: 'too_many_requests' },
    ...{ receivedAt: at, decidedAt: at },
  }
  return [
    ...[
      figures,
      refused,
      receipt,
      fact(5, { contact, flowerTypes: ['Lilies'], quantity: 80, quantityUnit: 'bunches' }),
    ],
    fact(6, { state: 'agreed', contact, flowerTypes: ['Orchids'] }),
    ...[fact(7, { state: 'closed', ended: 'agreed' }), fact(8, { state: 'closed', ended: 'expired' })],
    fact(9, { state: 'withdrawn', ended: 'withdrawn' }),
  ]
}

/** Visits what a wholesale supplier sees, and leaves the browser as if nobody had signed in. */
export async function supplier(visit: Visit) {
  const { page, context, service, look, language, nameOf } = visit
  const [say, text] = [words[language], texts[language]]
  const [name, buyer] = [nameOf('Ravi Shekhawat'), nameOf('Hotel Amber Palace')]
  const email = `supplier.${language}.${Date.now()}@mogra.example`
  const { accounts, feeds } = service.services
  const made = await accounts.create({ email, name, role: 'SUPPLIER', verified: true })
  if (made === 'email_taken') throw new Error(email)
  await accounts.change(made.id, { businessName: nameOf('Deccan Blooms'), contactPerson: name })
  await signIn(page, service, email, say)
  const list = `${paths.wholesaleDashboard}?tab=requests`
  await see(visit, paths.wholesaleDashboard, 'supplier-no-cities')
  await see(visit, list, 'supplier-empty-no-cities')

  await accounts.change(made.id, {
    ...{ phone: '+919829011420', address: '4, Flower Market, Ring Road', citiesServed: [CITY, OTHER] },
  })
  await page.getByText(text.empty.fresh).waitFor()
  await look('supplier-empty')
  const now = service.services.now()
  for (const row of rows(buyer, now)) await feeds.bulkRows.put(row)
  await service.fillMailbox(made.mailbox.name, history(buyer, now))
  await page.goto('about:blank')
  await page.goto(`/#${paths.wholesaleDashboard}`)
  await page.getByRole('listitem').filter({ hasText: '40' }).first().waitFor()
  await look('supplier-overview')
  await see(visit, paths.profile, 'profile-supplier')
  await profile(visit)

  await page.goto('about:blank')
  await page.goto(`/#${list}`)
  const row = (quantity: string) => page.getByRole('button', { name: new RegExp(`^${quantity}`) }).first()
  await row('500').waitFor()
  await look('supplier-requests')
  await row('80').click()
  await page.getByRole('link', { name: new RegExp(text.contact.call) }).waitFor()
  await look('supplier-contact')
  await row('500').click()
  await context.setOffline(true)
  // Uses the keyboard: a second click at the same place within half a second would be ignored as a double tap.
  await page
    .getByRole('article')
    .getByRole('button', { name: new RegExp(`^${text.interest.show}`) })
    .press('Enter')
  await page.getByRole('article').getByText(text.interest.told).waitFor()
  await look('supplier-interest-saved')
  await page.getByRole('searchbox').fill('zzzz')
  await page.getByText(text.filter.nothing).waitFor()
  await look('supplier-nothing-found')
  await see(visit, paths.wholesaleDashboard, 'supplier-overview-offline')
  await context.setOffline(false)

  await page.goto(`/#${paths.login}`)
  await page.getByRole('button', { name: peoples[language].already.other }).click()
  await page.getByLabel(say.email, { exact: true }).waitFor()
  await page.goto('about:blank')
  await context.clearCookies()
  for (const { _id: id, city } of rows(buyer, now)) await feeds.bulkRows.close({ id, type: 'bulk', version: 2, city })
}

async function profile(visit: Visit) {
  const { page, look, language } = visit
  const { toggles, response } = profiles[language]
  await see(visit, paths.wholesaleProfile, 'supplier-profile')
  await page.getByRole('switch', { name: new RegExp(`^${toggles.auto}`) }).click()
  await page.getByLabel(response.label).waitFor()
  await look('supplier-auto-response')
  await page.getByRole('button', { name: response.cancel }).click()
  await page.getByRole('button', { name: words[language].editProfile }).click()
  await page.getByRole('checkbox').first().waitFor()
  await look('supplier-profile-edit')
}
