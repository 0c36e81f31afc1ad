import { encodeTime } from 'ulid'
import { type BulkRequestFact, bulkRequestId, dayOf, intentId, receiptId } from '#model'
import { paths } from '../../src/paths.ts'
import { dayAhead, fillRequest, ownRequests, texts } from '../bulk/bulk-steps.ts'
import { closeOverlay, see, type Visit } from './visit.ts'

const DAY_MS = 86_400_000

/** The requests of a customer: two suppliers are interested in one, one was refused, and others have ended. */
function requests(now: Date, { email, nameOf }: Visit): { _id: string }[] {
  const at = now.toISOString()
  const ulid = (n: number) => `${encodeTime(now.getTime() - n * DAY_MS, 10)}${'0'.repeat(15)}${n}`
  const asked = {
    ...{ buyerName: nameOf('Asha Rathore'), city: 'jaipur', flowerTypes: ['Lilies' as const], quantity: 80 },
    ...{ quantityUnit: 'bunches' as const, deliveryDate: dayOf(new Date(now.getTime() + 5 * DAY_MS)) },
    ...{ phone: '+919829011420', email, deliveryAddress: '14, Bapu Nagar' },
  }
  const fact = (n: number, more: Partial<BulkRequestFact> = {}): BulkRequestFact => ({
    ...{ _id: bulkRequestId(ulid(n)), type: 'bulk-request', version: 1, number: `BLK176371920000${n}ABC` },
    ...{ ...asked, state: 'pending', postedAt: at, changedAt: at, interested: [] },
    ...more,
  })
  const interested = [
    {
      ...{
        supplier: 'deccan',
        name: nameOf('Deccan Blooms'),
        email: 'deccan.blooms@mogra.example',
        phone: '+919829055111',
      },
      ...{ at, autoResponse: 'Thank you! We have lilies from our own farm.\nWe call you within the hour.' },
    },
    { supplier: 'surya', name: 'सूर्या फ्लावर्स', email: 'surya@mogra.example', phone: '+919829055112', at },
  ]
  const refused = {
    ...{ _id: intentId(ulid(2)), type: 'intent', kind: 'request-bulk', device: 'other', n: 1, madeAt: at },
    payload: { ...asked, flowerTypes: ['Sunflowers'], quantity: 500, quantityUnit: 'stems' },
  }
  const receipt = {
    ...{ _id: receiptId(ulid(2)), type: 'receipt', outcome: 'refused', reason: 'date_passed' },
    ...{ receivedAt: at, decidedAt: at },
  }
  return [
    ...[fact(1, { interested }), refused, receipt, fact(3, { city: 'kota', isUnserved: true, quantity: 1200 })],
    fact(4, { state: 'agreed', agreedWith: 'surya', interested, flowerTypes: ['Roses', 'Carnations'] }),
    ...[fact(5, { state: 'withdrawn', quantity: 40 }), fact(6, { state: 'expired', flowerTypes: ['Peonies'] })],
  ]
}

/** Visits the form for flowers in bulk, and the requests of the customer who is signed in. */
export async function buying(visit: Visit) {
  const { page, context, service, look, language, email } = visit
  const text = texts[language]
  const main = page.getByRole('main')
  const own = ownRequests(page, text)
  await see(visit, paths.bulkOrder, 'bulk-order-empty')
  const submit = main.getByRole('button', { name: text.submit })
  await submit.press('Enter')
  await page.getByRole('alert').getByText(text.blocked).waitFor()
  await look('bulk-order-missing')
  await main.getByRole('button', { name: text.more_other.replace('{{count}}', '8') }).press('Enter')
  await fillRequest(page, text, { city: /^(Kota|कोटा)$/, on: dayAhead(service, 5), email })
  await main.getByText(text.unserved.replace('{{city}}', language === 'hi' ? 'कोटा' : 'Kota')).waitFor()
  await look('bulk-order-filled')

  await context.setOffline(true)
  // What was submitted stays on the screen, which otherwise goes back to the form after three seconds.
  await page.evaluate(() => {
    const wait = window.setTimeout.bind(window)
    window.setTimeout = ((run: TimerHandler, ms?: number) => (ms === 3000 ? 0 : wait(run, ms))) as typeof setTimeout
  })
  await submit.press('Enter')
  await own.getByText(text.stage.saved).waitFor()
  await look('bulk-order-submitted')
  await context.setOffline(false)
  await own.getByText(/^BLK/).waitFor()

  const account = await service.services.accounts.findByEmail(email)
  await service.fillMailbox(account?.mailbox.name ?? '', requests(service.services.now(), visit))
  await page.goto('about:blank')
  await page.goto(`/#${paths.bulkOrder}`)
  await own.getByText(visit.nameOf('Deccan Blooms'), { exact: true }).waitFor()
  await main.getByRole('button', { name: text.requests.earlier.split(' (')[0] ?? '' }).press('Enter')
  await look('bulk-order-requests')
  await main.getByRole('button', { name: text.agree.button }).press('Enter')
  await page.getByRole('dialog', { name: text.agree.title }).waitFor()
  await look('bulk-order-agree')
  await closeOverlay(page)
  await main.getByRole('button', { name: text.withdraw.button }).first().press('Enter')
  await page.getByRole('dialog', { name: text.withdraw.title }).waitFor()
  await look('bulk-order-withdraw')
  await closeOverlay(page)
}
