import type { IntentKind, Order } from '#model'
import { intentOf, orderOf } from '../testing/device.ts'
import type { Givens, World } from '../testing/given-world.ts'

const place = ({ ask }: World) => ask(intentOf(orderOf()))

async function placeAndDeliver(world: World): Promise<string> {
  const order = await place(world)
  const { couch, now } = world.service.services
  const delivered = { status: 'delivered' as const, at: now().toISOString() }
  await couch
    .db('orders')
    .update<Order>(
      `order:${order}`,
      (placed) => placed && { ...placed, status: 'delivered', timeline: [...placed.timeline, delivered] },
    )
  return order
}

export const orderGivens = {
  /** Uses a promo code that each account may use once, except for visitors, who may not use it. */
  async 'place-order'({ me }) {
    const isVisitor = me.account.role === 'VISITOR'
    const lines = [{ flower: 'red-roses', quantity: 2, consumes: { phone: 2 }, message: 'Happy birthday' }]
    return orderOf(
      lines,
      isVisitor ? { email: 'asha@mogra.example' } : { promoCode: 'WELCOME100', quotedTotalRupees: 1833 },
    )
  },

  async 'change-order'(world) {
    const { city: _, ...address } = orderOf().address
    return {
      order: await place(world),
      address: { ...address, address: '2, Tonk Road' },
      messages: [{ line: 0, message: 'From all of us' }],
      deliveryWindow: 'evening',
    }
  },

  'cancel-order': async (world) => ({ order: await place(world) }),

  'report-problem': async (world) => ({
    order: await placeAndDeliver(world),
    problem: 'damaged',
    message: 'Half of them are broken',
  }),

  'track-order': async (world) => ({ order: await place(world) }),
} satisfies Partial<Givens<IntentKind>>
