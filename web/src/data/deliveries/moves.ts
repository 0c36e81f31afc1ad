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
 * Accepts an open delivery (an id); works without a network. A second press, also in another tab, accepts nothing more.
 * Returns false if nothing was asked.
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

/** Each step works without a network: it is kept here, and arrives in its order. */
export const pickUp = (view: DeliveryView) => ask(advanceDelivery, { ...of(view), step: 'picked_up' })

export const deliver = (view: DeliveryView, handedTo: HandedTo) =>
  ask(advanceDelivery, { ...of(view), step: 'delivered', handedTo })

export const giveUp = (view: DeliveryView, reason: FailureReason, note?: string) =>
  ask(advanceDelivery, { ...of(view), step: 'failed', reason, ...(note !== undefined && { note }) })

export const release = (view: DeliveryView, reason: ReleaseReason) =>
  ask(releaseDelivery, { order: ulidOf(view.id), reason })
