import { estimateDelivery, type Flower, type OrderLine, priceTable } from '#model'
import { SAMPLE_FLOWERS } from '../../design-docs/model/catalogue/sample-catalogue.ts'
import type { AccountRecord } from '../accounts/account-record.ts'
import { referenceNumber } from '../decider/reference-number.ts'
import type { Florists } from '../orders/choose-florist.ts'
import type { OrderContent } from '../orders/order-record.ts'
import { madeUpPlace } from './generated/generate-deliveries.ts'

/** What differs from one made-up order to the next. */
interface Wanted {
  customer: Pick<AccountRecord, 'id' | 'name' | 'phone'>
  city: string
  /** The numbers of the address and the flower, counted on without end. */
  place: number
  flower: number
  /** When it was placed. */
  at: Date
  deliveryOn: string
}

const MESSAGES = [
  'Happy birthday!',
  'Thank you for everything',
  'Get well soon',
  'Congratulations on the new home',
] as const

/** An order of a made-up customer, without what became of it. */
export async function demoOrder(
  florists: Florists,
  { customer, city, place, flower: nth, at, deliveryOn }: Wanted,
): Promise<Omit<OrderContent, 'delivery' | 'status' | 'timeline'> & Pick<OrderContent['delivery'], 'pickup'>> {
  const flower = SAMPLE_FLOWERS[nth % SAMPLE_FLOWERS.length] as Flower
  const { name, image, alt, floristName, priceRupees } = flower
  const message = MESSAGES[nth % MESSAGES.length] ?? ''
  const line: OrderLine = {
    ...{ flower: flower._id.slice('flower:'.length), quantity: 1, consumes: {}, message },
    ...{ name, image, alt, floristName, priceRupees },
  }
  const address = { ...madeUpPlace(city, place), name: customer.name, phone: customer.phone ?? '+919820000000' }
  const { pickup } = await florists.choose([flower.florist], address)
  const confirmedAt = at.toISOString()
  const deliveryWindow = 'any'
  const estimatedAt = estimateDelivery(deliveryOn, deliveryWindow, at).toISOString()
  return {
    ...{ type: 'order', number: referenceNumber('FLR', at), account: customer.id, term: 0, items: [] },
    ...{ lines: [line], ...priceTable([line]), address, deliveryOn, deliveryWindow, paymentMethod: 'upi' },
    ...{ placedAt: confirmedAt, confirmedAt, estimatedAt },
    ...(pickup && { pickup }),
  }
}
