import { type DeclinedDelivery, type DeliveryRow, declinedDelivery, ulidOf } from '#model'
import { monotonicTime } from '../local/monotonic-time.ts'
import { currentDataLayer } from '../runtime/current-data-layer.ts'

export const declined = {
  /** Declines a request on all devices of the account, or takes that back; works without a network. */
  async set({ _id }: Pick<DeliveryRow, '_id'>, on: boolean): Promise<void> {
    const { databases, now } = currentDataLayer()
    const mailbox = databases.mailbox()
    const order = ulidOf(_id)
    const id = declinedDelivery.id(order, mailbox.device)
    await mailbox.putOwn(id, async (at): Promise<DeclinedDelivery | undefined> => {
      const known = await at.leavesOf('declined', order)
      if (declinedDelivery.merge(known).has(order) === on) return undefined
      const updatedAt = monotonicTime(
        known.map((one) => one.updatedAt),
        now(),
      )
      return { _id: id, type: 'declined', device: mailbox.device, order, on, updatedAt }
    })
  },
}
