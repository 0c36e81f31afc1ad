import {
  estimateDelivery,
  type Flower,
  flowerDocumentId,
  lastDeliveryDay,
  missedDelivery,
  type OrderedLine,
  type OrderLine,
  opensAt,
  orderId,
  type PriceTable,
  placeOrder,
  priceTable,
  type RefusalOf,
  type Role,
} from '#model'
import type { Accounts } from '../accounts/accounts.ts'
import type { Couch } from '../couch/couch.ts'
import {
  type AskedIntent,
  defineWorkflow,
  done,
  type Outcome,
  refused,
  type WorkflowContext,
} from '../decider/define-workflow.ts'
import { referenceNumber } from '../decider/reference-number.ts'
import type { ChosenFlorist, Florists } from './choose-florist.ts'
import type { OrderContent, TellOrder } from './order-record.ts'
import type { Orders } from './orders.ts'
import { checkPromo, releasePromo } from './promos/check-promo.ts'
import type { Claimed, PromoClaims } from './promos/promo-claims.ts'

const DAY_MS = 86_400_000
/** More orders than anyone places in a day. */
const ordersADay = (role: Role) => (role === 'VISITOR' ? 50 : 500)
/**
 * The limit of unit ranges taken from the cart. A range grows with each addition, so an honest account has as many as
 * flowers and devices.
 */
const RANGES_AT_MOST = 20_000

interface Needs {
  couch: Couch
  accounts: Accounts
  orders: Orders
  promoClaims: PromoClaims
  florists: Florists
  tellOrder: TellOrder
}

type Judged = Priced | Outcome<RefusalOf<'place-order'>>

/**
 * Places an order. Whatever differs from what the customer was shown is refused with the current figures, so nobody is
 * charged an unexpected price.
 */
export const placeOrderWorkflow = (needs: Needs) =>
  defineWorkflow(placeOrder, async (intent, context) => {
    const { accounts, orders, promoClaims, tellOrder } = needs
    const { step } = context
    const id = orderId(intent.id)
    const before = await orders.get(id)
    let order = before
    if (!order) {
      const judged = await judge(intent, needs, context)
      if ('outcome' in judged) {
        await releasePromo(intent, promoClaims, step)
        return judged
      }
      const { claim } = judged
      if (claim && !(await step('claim promo', () => promoClaims.take(claim))))
        return refused('promo_used', judged.withoutPromo)
      const written = newOrder(intent, judged, context)
      const asked = { at: written.confirmedAt, intent: intent.id }
      order = await step('write order', () => orders.create(id, asked, written))
    }
    // The order may belong to the visitor that this account was, or to the account that adopted them in the meantime.
    if (!(await accounts.isSamePerson(order.account, intent.account.id))) return refused('id_taken')
    if (before) {
      const asked = { at: before.confirmedAt, intent: intent.id }
      order = await step('write order', () => orders.confirm(before, asked))
    }
    await tellOrder(order, step)
    return done({ order: order._id, number: order.number })
  })

interface Priced {
  lines: OrderLine[]
  prices: PriceTable
  /** The claim on a code that each account may use once; it is taken before the order is written. */
  claim: Claimed | undefined
  withoutPromo: object
  florist: ChosenFlorist
}

async function judge(intent: AskedIntent<'place-order'>, needs: Needs, context: WorkflowContext): Promise<Judged> {
  const { lines, deliveryOn, deliveryWindow } = intent.payload
  const { taken, confirmedAt } = await needs.orders.orderedBy(
    [intent.account.id, ...(intent.account.adopted ?? [])],
    orderId(intent.id),
  )
  const dayAgo = new Date(context.now().getTime() - DAY_MS).toISOString()
  const today = [...confirmedAt.values()].filter((at) => at > dayAgo)
  if (today.length >= ordersADay(intent.account.role) || taken.size > RANGES_AT_MOST)
    return refused('ordered_too_often')

  const again: OrderedLine[] = []
  for (const line of lines) {
    if (taken.isAlreadyOrdered(line)) again.push(line)
    taken.add(line)
  }
  if (again.length > 0) return refused('already_ordered', { lines: again.map(({ flower }) => ({ flower })) })

  const missed = missedDelivery(deliveryOn, deliveryWindow, context.now())
  if (missed) return refused(missed)
  if (deliveryOn > lastDeliveryDay(new Date(intent.receivedAt))) return refused('delivery_date_too_far')

  const flowers = await needs.couch.db('catalogue').many<Flower>(lines.map((line) => flowerDocumentId(line.flower)))
  const gone = lines.filter((_, i) => !flowers[i]?.inStock)
  if (gone.length > 0) return refused('out_of_stock', { lines: gone.map(({ flower }) => ({ flower })) })

  const priced = lines.flatMap((line, i): OrderLine[] => {
    const flower = flowers[i]
    if (!flower) return []
    const { name, image, alt, floristName, priceRupees } = flower
    return [{ ...line, name, image, alt, floristName, priceRupees }]
  })
  const sellers = flowers.flatMap((flower) => flower?.florist ?? [])
  const florist = await needs.florists.choose(sellers, intent.payload.address)
  return judgePrices(intent, { lines: priced, florist }, needs, context)
}

async function judgePrices(
  intent: AskedIntent<'place-order'>,
  { lines, florist }: Pick<Priced, 'lines' | 'florist'>,
  needs: Needs,
  { now }: WorkflowContext,
): Promise<Judged> {
  const { quotedTotalRupees } = intent.payload
  const pricedLines = lines.map(({ flower, quantity, priceRupees }) => ({ flower, quantity, priceRupees }))
  const without = priceTable(lines)
  const withoutPromo = { lines: pricedLines, ...without }
  const { promo, claim, refusal } = await checkPromo(intent, without.subtotalRupees, needs, now())
  if (refusal)
    return refused(refusal, { ...withoutPromo, ...(promo?.minimumRupees && { minimumRupees: promo.minimumRupees }) })

  const prices = priceTable(lines, promo)
  // A device that does not know the code quotes the price without it; being charged less is accepted.
  const agreed = promo ? [prices.totalRupees, without.totalRupees] : [prices.totalRupees]
  if (!agreed.includes(quotedTotalRupees)) return refused('price_changed', { lines: pricedLines, ...prices })
  return { lines, prices, claim, withoutPromo, florist }
}

function newOrder(
  { account, payload, madeAt }: AskedIntent<'place-order'>,
  { lines, prices, florist }: Priced,
  { now, term }: WorkflowContext,
): OrderContent {
  const { address, deliveryOn, deliveryWindow, paymentMethod, substitution, promoCode, email } = payload
  const confirmed = now()
  const confirmedAt = confirmed.toISOString()
  const isOpen = opensAt({ deliveryOn, deliveryWindow, confirmedAt }) <= confirmedAt
  return {
    type: 'order',
    number: referenceNumber('FLR', confirmed),
    status: 'confirmed',
    lines,
    ...prices,
    ...(promoCode !== undefined && { promoCode }),
    address,
    deliveryOn,
    deliveryWindow,
    paymentMethod,
    ...(substitution && { substitution }),
    placedAt: madeAt,
    confirmedAt,
    estimatedAt: estimateDelivery(deliveryOn, deliveryWindow, confirmed).toISOString(),
    timeline: [{ status: 'confirmed', at: confirmedAt }],
    account: account.id,
    ...(account.role === 'VISITOR' && email !== undefined ? { email } : {}),
    term,
    delivery: {
      state: isOpen ? 'open' : 'waiting',
      since: confirmedAt,
      ...(isOpen && { openedAt: confirmedAt }),
      ...{ rounds: [], steps: [] },
      ...(florist.pickup && { pickup: florist.pickup }),
    },
    items: florist.isElsewhere ? [{ what: 'florist', at: confirmedAt }] : [],
  }
}
