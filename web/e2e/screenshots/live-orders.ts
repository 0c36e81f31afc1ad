import { ulid } from 'ulid'
import { SAMPLE_FLOWERS } from '../../../design-docs/model/catalogue/sample-catalogue.ts'
import { paths } from '../../src/paths.ts'
import { toldOrder } from '../deliveries/partner-steps.ts'
import { texts, type Visit } from './visit.ts'

/** Visits orders that a partner has: accepted, on their way, handed over, and failed with a refund due. */
export async function liveOrders(visit: Visit) {
  const { page, service, look, language, email, nameOf } = visit
  const { services } = service
  const { handover, state, refund } = texts[language].orders
  const account = (await services.accounts.findByEmail(email))?.id ?? ''
  const [name, phone] = [nameOf('Imran Khan'), '+919829011429']
  const made = await services.accounts.create({
    ...{ email: `brings.${email}`, name, phone, role: 'PARTNER', city: 'jaipur', verified: true },
  })
  if (made === 'email_taken') throw new Error(made)
  const partner = made.id
  await services.accounts.change(partner, { vehicleType: 'bike' })
  const at = services.now().toISOString()
  const round = { partner, awardedAt: at, intent: ulid() }
  const step = { round: 0, at, receivedAt: at, intent: ulid() }
  const lines = SAMPLE_FLOWERS.slice(0, 6).map(({ _id, name, image, alt, floristName, priceRupees }) => ({
    ...{ flower: _id, quantity: 1, consumes: {}, name, image, alt, floristName, priceRupees },
  }))
  const open = async (id: string, title: string | RegExp, picture: string) => {
    await page.goto('about:blank')
    await page.goto(`/#${paths.orderTracking(id)}`)
    await page.getByRole('main').getByText(title).first().waitFor()
    await look(picture)
  }

  const awarded = await toldOrder(service, { account, partner, state: 'awarded' })
  await open(awarded, handover.taken.replace('{{name}}', name.split(' ')[0] ?? ''), 'tracking-accepted')
  const onTheWay = await toldOrder(service, { account, partner, state: 'on_the_way' })
  await open(onTheWay, state.onItsWayTitle, 'tracking-partner-card')
  const delivered = await toldOrder(service, {
    ...{ account, partner, state: 'delivered' },
    more: {
      lines,
      delivery: {
        ...{ state: 'delivered', since: at, openedAt: at, rounds: [round] },
        steps: [{ ...step, step: 'delivered', handedTo: 'guard' }],
      },
    },
  })
  await open(delivered, state.deliveredTitle, 'tracking-handed-over')
  const failed = await toldOrder(service, {
    ...{ account, state: 'failed' },
    more: {
      status: 'failed',
      delivery: {
        ...{ state: 'failed', failedBy: 'no_answer', since: at, openedAt: at, rounds: [round] },
        steps: [{ ...step, step: 'failed', reason: 'no_answer' }],
      },
      items: [{ what: 'refund', at }],
      timeline: [
        { status: 'confirmed', at },
        { status: 'failed', at },
      ],
    },
  })
  await open(failed, refund.due, 'tracking-refund-due')
}
