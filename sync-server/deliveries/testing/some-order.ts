import { monotonicFactory } from 'ulid'
import { type DeliveryState, dayOf, orderId, type Round } from '#model'
import { SAMPLE_FLORISTS, SAMPLE_FLOWERS } from '../../../design-docs/model/catalogue/sample-catalogue.ts'
import type { OrderDelivery, OrderRecord } from '../../orders/order-record.ts'
import type { Services } from '../../services.ts'

interface Wanted {
  /** The customer's account. */
  account: string
  state: DeliveryState
  /** The partner who has it. */
  partner?: string
  more?: Partial<OrderRecord>
  /** What is still to be told: the name of the entry. Default: everything is told. */
  untold?: string
}

/** In the order in which they are made, so that runs are comparable. */
const ulid = monotonicFactory()
const STATUS = { awarded: 'preparing', on_the_way: 'out_for_delivery', delivered: 'delivered' } as const

/** Writes an order of today in Jaipur, told so far, as the core keeps it; returns its ULID. */
export async function someOrder(
  { orderRecords, now }: Pick<Services, 'orderRecords' | 'now'>,
  { account, state, partner, more, untold }: Wanted,
): Promise<string> {
  const id = ulid(now().getTime())
  const at = now().toISOString()
  const [flower] = SAMPLE_FLOWERS
  const florist = SAMPLE_FLORISTS.find(({ city }) => city === 'jaipur')
  if (!flower || !florist) throw new Error('the sample catalogue has changed')
  const status = state in STATUS ? STATUS[state as keyof typeof STATUS] : 'confirmed'
  const rounds: Round[] = partner === undefined ? [] : [{ partner, awardedAt: at, intent: ulid(now().getTime()) }]
  const { address = '', area = '', pincode = '', phone = '', name } = florist
  const delivery: OrderDelivery = {
    ...{ state, since: at, rounds, steps: [] },
    ...(state !== 'waiting' && { openedAt: at }),
    pickup: { florist: florist._id, name, address, area, pincode, phone },
  }
  const line = { flower: 'red-roses', quantity: 1, consumes: {}, message: 'Happy birthday' }
  const { image, alt, floristName, priceRupees } = flower
  const isCarried = state === 'awarded' || state === 'on_the_way'
  const decided = await orderRecords.store.decide<never>(orderId(id), { at }, () => ({
    what: untold ?? 'made',
    content: {
      ...{ type: 'order', number: `FLR${now().getTime()}ABC`, status, account, term: 0, items: [], delivery },
      lines: [{ ...line, name: flower.name, image, alt, floristName, priceRupees }],
      ...{ subtotalRupees: 899, deliveryFeeRupees: 50, taxRupees: 45, totalRupees: 994, paymentMethod: 'upi' },
      address: {
        ...{ name: 'Asha Rao', phone: '+919829011420', address: '14, Bapu Nagar', city: 'jaipur', pincode: '302015' },
      },
      ...{ deliveryOn: dayOf(now()), deliveryWindow: 'any', placedAt: at, confirmedAt: at, estimatedAt: at },
      timeline: [{ status: 'confirmed', at }, ...(status === 'confirmed' ? [] : [{ status, at }])],
      ...(isCarried && partner !== undefined && { carriedBy: partner }),
      ...more,
    },
  }))
  if (!decided.doc) throw new Error('it was not written')
  if (untold === undefined) await orderRecords.store.markTold(decided.doc)
  return id
}
