import { randomInt } from 'node:crypto'
import {
  estimateDelivery,
  type Flower,
  flowerDocumentId,
  isAlreadyOrdered,
  missedDelivery,
  type Notice,
  noticeId,
  type Order,
  type OrderLine,
  orderId,
  type PriceTable,
  priceTable,
} from '#model'
import {
  type AskedIntent,
  defineWorkflow,
  done,
  type Outcome,
  refused,
  type WorkflowContext,
} from './define-workflow.ts'
import type { OrderRecord } from './orders.ts'

/** Never a silent charge: what differs from what the customer was shown is refused with the figures that hold now. */
export const placeOrder = defineWorkflow('place-order', async (intent, context) => {
  const { orders, outbox, mailboxes, step } = context
  let order = await orders.get(orderId(intent.id))
  if (!order) {
    const judged = await judge(intent, context)
    if ('outcome' in judged) return judged
    const written = newOrder(intent, judged, context)
    order = await step('write order', () => orders.create(written))
  }
  if (order.account !== intent.account.id) return refused('id_taken')

  const fact = factOf(order)
  await step('post mail', () =>
    outbox.post({
      _id: `mail:order-confirmation:${intent.id}`,
      kind: 'order-confirmation',
      to: { account: intent.account.id },
      language: intent.account.language,
      data: { order: fact, customerName: intent.account.name, trackingPath: `/#/order-tracking/${intent.id}` },
    }),
  )
  await step('deliver order', () => mailboxes.put(intent.mailbox, fact))
  const notice: Notice = {
    _id: noticeId(intent.id),
    type: 'notice',
    kind: 'order-confirmed',
    subject: fact._id,
    at: fact.confirmedAt,
  }
  await step('deliver notice', () => mailboxes.put(intent.mailbox, notice))
  return done({ order: fact._id, number: fact.number })
})

interface Priced {
  lines: OrderLine[]
  prices: PriceTable
}

async function judge(intent: AskedIntent<'place-order'>, context: WorkflowContext): Promise<Priced | Outcome> {
  const { lines, deliveryOn, deliveryWindow, quotedTotalRupees } = intent.payload
  const consumed = await context.orders.consumedBy(intent.account.id, orderId(intent.id))
  const again = lines.filter((line, i) => isAlreadyOrdered(line, [...consumed, ...lines.slice(0, i)]))
  if (again.length > 0) return refused('already_ordered', { lines: again.map(({ flower }) => ({ flower })) })

  const missed = missedDelivery(deliveryOn, deliveryWindow, context.now())
  if (missed) return refused(missed)

  const flowers = await context.couch.db('catalogue').many<Flower>(lines.map((line) => flowerDocumentId(line.flower)))
  const gone = lines.filter((_, i) => !flowers[i]?.inStock)
  if (gone.length > 0) return refused('out_of_stock', { lines: gone.map(({ flower }) => ({ flower })) })

  const priced = lines.flatMap((line, i): OrderLine[] => {
    const flower = flowers[i]
    if (!flower) return []
    const { name, image, alt, floristName, priceRupees } = flower
    return [{ ...line, name, image, alt, floristName, priceRupees }]
  })
  const prices = priceTable(priced)
  if (prices.totalRupees !== quotedTotalRupees)
    return refused('price_changed', {
      lines: priced.map(({ flower, quantity, priceRupees }) => ({ flower, quantity, priceRupees })),
      ...prices,
    })
  return { lines: priced, prices }
}

function newOrder(
  { id, account, payload, madeAt }: AskedIntent<'place-order'>,
  { lines, prices }: Priced,
  { now, term }: WorkflowContext,
): OrderRecord {
  const { address, deliveryOn, deliveryWindow, paymentMethod } = payload
  const confirmed = now()
  const confirmedAt = confirmed.toISOString()
  return {
    _id: orderId(id),
    type: 'order',
    version: 1,
    number: `FLR${confirmed.getTime()}${threeCharacters()}`,
    status: 'confirmed',
    lines,
    ...prices,
    address,
    deliveryOn,
    deliveryWindow,
    paymentMethod,
    placedAt: madeAt,
    confirmedAt,
    estimatedAt: estimateDelivery(deliveryOn, deliveryWindow, confirmed).toISOString(),
    timeline: [{ status: 'confirmed', at: confirmedAt }],
    account: account.id,
    term,
  }
}

const threeCharacters = () =>
  randomInt(36 ** 3)
    .toString(36)
    .padStart(3, '0')
    .toUpperCase()

/** What leaves the core. */
function factOf(order: OrderRecord): Order {
  const { account: _account, term: _term, _rev, ...fact } = order
  return fact
}
