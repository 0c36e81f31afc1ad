import {
  acceptDelivery,
  advanceDelivery,
  type FailureReason,
  type HandedTo,
  type ReleaseReason,
  releaseDelivery,
  ulidOf,
} from '#model'
import { ask } from '../ask.ts'
import { readIntents } from '../local/kept-intents.ts'
import { recentUlids } from '../local/recent-ulids.ts'
import { currentDataLayer } from '../runtime/current-data-layer.ts'
import type { DeliveryView } from './deliveries.ts'

/**
 * Accepts the open delivery with this id; works without a network. Returns false if it is accepted already, for
 * instance by a second press or in another tab.
 */
export async function accept(delivery: string): Promise<boolean> {
  const mailbox = currentDataLayer().databases.mailbox()
  await mailbox.documents.follow()
  const asked = (await readIntents(mailbox, recentUlids())).ofKinds('accept-delivery')
  const order = ulidOf(delivery)
  if (asked.some(({ intent, receipt }) => intent.payload.order === order && receipt?.outcome !== 'refused'))
    return false
  await ask(acceptDelivery, { order })
  return true
}

const at = () => currentDataLayer().now().toISOString()
const of = ({ id, fact: { version } }: DeliveryView) => ({ order: ulidOf(id), version, at: at() })

/** Each step works without a network: it is stored here, and the steps of a phone are sent in their order. */
export const pickUp = (view: DeliveryView) => ask(advanceDelivery, { ...of(view), step: 'picked_up' })

export const deliver = (view: DeliveryView, handedTo: HandedTo) =>
  ask(advanceDelivery, { ...of(view), step: 'delivered', handedTo })

/** Reports that the flowers could not be delivered, which ends the delivery. */
export const giveUp = (view: DeliveryView, reason: FailureReason, note?: string) =>
  ask(advanceDelivery, { ...of(view), step: 'failed', reason, ...(note !== undefined && { note }) })

/** Gives a delivery back before the pick-up. */
export const release = (view: DeliveryView, reason: ReleaseReason) =>
  ask(releaseDelivery, { order: ulidOf(view.id), reason })
