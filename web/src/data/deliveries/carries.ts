import { type DeliveryFact, isCarried } from '#model'
import type { LiveQuery } from '../live/live-query.ts'

/** True if the person has flowers to deliver, or may have them although the award was taken back. */
export const carriesFlowers: LiveQuery<boolean> = {
  key: 'deliveries/carries',
  watches: ['delivery:'],
  read: async ({ mailbox }) => (await mailbox.documents.all<DeliveryFact>('delivery')).some(mayHaveFlowers),
}

const mayHaveFlowers = ({ state, drop }: DeliveryFact) =>
  isCarried({ state }) || (state === 'taken_back' && drop !== undefined)
