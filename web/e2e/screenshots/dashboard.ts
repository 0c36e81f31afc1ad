import { encodeTime } from 'ulid'
import {
  type DeliveryFact,
  type DeliveryRow,
  dayOf,
  deliveryId,
  type Earning,
  feedDayOf,
  intentId,
  orderId,
  type PartnerFact,
  type Payout,
  receiptId,
} from '#model'
import { SAMPLE_FLOWERS } from '../../../design-docs/model/catalogue/sample-catalogue.ts'
import { paths } from '../../src/paths.ts'
import { texts } from '../deliveries/partner-steps.ts'
import { closeOverlay, see, type Visit } from './visit.ts'

const DAY_MS = 86_400_000
const ulid = (n: number) => `01KB0000000000000000000${String(n).padStart(3, '0')}`
const florist = { en: 'Gulab Bagh Florist', hi: 'गुलाब बाग़ फूलवाला' }

const trip = (n: number, now: Date) => ({
  ...{ _id: deliveryId(ulid(n)), type: 'delivery' as const, order: orderId(ulid(n)), version: 3 },
  ...{ dropPincode: '302015', distanceKm: 3.4, earningRupees: 50 },
  ...{ deliveryOn: dayOf(now), deliveryWindow: 'any' as const },
})

const row = (n: number, now: Date, more: Partial<DeliveryRow> = {}): DeliveryRow => ({
  ...trip(n, now),
  ...{ city: 'jaipur', items: n, openedAt: now.toISOString() },
  pickup: { florist, area: 'C-Scheme', pincode: '302001' },
  ...more,
})

function carried(n: number, now: Date, recipient: string, more: Partial<DeliveryFact>): DeliveryFact {
  const [flower] = SAMPLE_FLOWERS
  if (!flower) throw new Error('the sample catalogue is empty')
  const at = new Date(now.getTime() - n * DAY_MS).toISOString()
  return {
    ...trip(n, now),
    pickup: { florist, area: 'C-Scheme', pincode: '302001', address: '4, Church Road', phone: '+911415550101' },
    ...{ state: 'delivered', number: 'FLR1764055362104ABC', awardedAt: at, changedAt: at, steps: [] },
    drop: {
      ...{ name: recipient, phone: '+919829011420', address: '14, Bapu Nagar, near Rambagh Circle' },
      landmark: 'Opposite the temple, first floor',
    },
    items: [{ name: flower.name, image: flower.image, quantity: 2, message: 'जन्मदिन मुबारक, Asha!' }],
    ...more,
  }
}

const earning = (n: number, now: Date, more: Partial<Earning> = {}): Earning => ({
  ...{ _id: `earning:${ulid(n)}:delivered`, type: 'earning', version: 1, order: orderId(ulid(n)), kind: 'delivered' },
  ...{ rupees: 50, at: now.toISOString(), ...more },
})

function payout(n: number, state: Payout['state'], now: Date, more: Partial<Payout> = {}): Payout {
  const at = new Date(now.getTime() - (5 - n) * 7 * DAY_MS).toISOString()
  return {
    ...{ _id: `payout:${n}`, type: 'payout', version: 1, n, state, rupees: 1950, at, changedAt: at },
    ...{ bankAccountEnds: '7745', ...more },
  }
}

/** What a partner has who has worked for some weeks, carries flowers, and has lost a claim. */
function history(recipient: string, now: Date): { _id: string }[] {
  const fact = (n: number, more: Partial<DeliveryFact> = {}) => carried(n, now, recipient, more)
  const at = now.toISOString()
  const asked = `${encodeTime(now.getTime(), 10)}${'0'.repeat(16)}`
  const partner: PartnerFact = {
    ...{ _id: 'partner', type: 'partner', version: 1, isOnline: true, delivered: 47, counted: 50 },
    ...{ dutyEndsAt: new Date(now.getTime() + DAY_MS / 2).toISOString(), earnedRupees: 2350, rating: 4.9 },
  }
  const lost = {
    ...{ _id: intentId(asked), type: 'intent', kind: 'accept-delivery', device: 'other', n: 1, madeAt: at },
    payload: { order: ulid(98) },
  }
  const refused = {
    ...{ _id: receiptId(asked), type: 'receipt', outcome: 'refused', reason: 'already_awarded' },
    ...{ receivedAt: at, decidedAt: at },
  }
  return [
    ...[partner, lost, refused],
    ...[fact(1), fact(2, { state: 'failed', earningRupees: 0 }), fact(3), fact(4)],
    ...[fact(5, { state: 'released', earningRupees: 0 }), fact(6, { state: 'cancelled', earningRupees: 25 })],
    fact(7, { state: 'taken_back', earningRupees: 0, changedAt: at }),
    ...[fact(8, { state: 'on_the_way', changedAt: at }), fact(9, { state: 'awarded', awardedAt: at })],
    ...[earning(1, now), earning(3, now, { held: true }), earning(4, now, { payout: 4 })],
    ...[
      payout(1, 'paid', now, { reference: 'UTR 4329 0871 9950' }),
      payout(2, 'failed', now, { reason: 'IFSC wrong' }),
    ],
    ...[payout(3, 'exported', now), payout(4, 'to_pay', now)],
  ]
}

/** Visits the partner's dashboard: empty, full, with its questions, and without a network. */
export async function dashboard(visit: Visit, mailbox: string) {
  const { page, context, service, look, language, nameOf } = visit
  const text = texts[language]
  const now = service.services.now()
  for (const tab of ['overview', 'orders', 'earnings'])
    await see(visit, `${paths.driverDashboard}?tab=${tab}`, `partner-${tab}-empty`)

  const { deliveryRows } = service.services.feeds
  for (const one of [row(91, now), row(92, now, { distanceKm: 12 }), row(93, now, { dropPincode: '302021' })])
    await deliveryRows.put(one, feedDayOf(one))
  await service.fillMailbox(mailbox, history(nameOf('Sunita Deshpande'), now))
  await page.goto('about:blank')
  await page.goto(`/#${paths.driverDashboard}`)
  await page.getByRole('button', { name: text.move.delivered, exact: true }).waitFor()
  await look('partner-overview')
  const ask = async (name: string, title: string, picture: string) => {
    await page.getByRole('button', { name, exact: true }).click()
    await page.getByRole('dialog', { name: title }).waitFor()
    await look(picture)
    await closeOverlay(page)
  }
  await ask(text.move.delivered, text.handedTo.title, 'partner-handed-to')
  await ask(text.failure.title, text.failure.title, 'partner-failed')
  await page
    .getByRole('button', { name: new RegExp(`^${text.current.open}`) })
    .first()
    .click()
  await ask(text.release.title, text.release.title, 'partner-release')

  await see(visit, `${paths.driverDashboard}?tab=earnings`, 'partner-earnings')
  await page.locator('svg.ct-chart-bar').first().waitFor()
  await look('partner-earnings')
  await page.goto('about:blank')
  await page.goto(`/#${paths.driverDashboard}?tab=orders`)
  const accept = page.getByRole('button', { name: new RegExp(`^${text.requests.accept}`) })
  await accept.first().waitFor()
  await look('partner-orders')
  await context.setOffline(true)
  await accept.first().click()
  await page.getByText(text.claim.title).waitFor()
  await look('partner-claimed')
  await page.getByRole('switch').click()
  await page.getByText(text.requests.off).waitFor()
  await look('partner-off-duty')
  await page.goto(`/#${paths.driverDashboard}`)
  await page.getByRole('button', { name: text.move.delivered, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: text.handedTo.guard }).press('Enter')
  await page.getByText(text.move.nothingLeft).waitFor()
  await look('partner-waiting')
  await context.setOffline(false)
}
