import { DELIVERY_INTENTS, type DeliveryFact, deliveryOfIntent, foldDelivery } from '#model'
import { pagedList } from '../live/paged-list.ts'

export type { DeliveryView } from '#model'

const deliveries = pagedList({
  key: 'deliveries',
  facts: 'delivery',
  intents: DELIVERY_INTENTS,
  factOf: deliveryOfIntent,
  fold: (fact: DeliveryFact | undefined, asked) => foldDelivery(fact, asked),
})

/** All deliveries that a partner has or had, with their own waiting steps applied, the newest order first. */
export const deliveriesNewestFirst = deliveries.newestFirst
