import { type DeliveryItemRow, shownAt, ulidOf } from '#model'
import type { OrderItem, OrderRecord } from '../orders/order-record.ts'

/** The id of an item's row: `item:<order's ULID>:<kind>`; a story's kind is followed by its partner's account. */
export const itemId = ({ _id }: Pick<OrderRecord, '_id'>, { what, partner }: OrderItem): string =>
  `item:${ulidOf(_id)}:${what}${what === 'story' ? `-${partner}` : ''}`

/** The rows of the order's items that wait for an admin. `nameOf` returns the name of a partner's account, or ''. */
export const openItemRows = (order: OrderRecord, nameOf: (partner: string) => string): DeliveryItemRow[] =>
  order.items.filter(({ settled }) => settled === undefined).map((item) => itemRow(order, item, nameOf))

function itemRow(order: OrderRecord, item: OrderItem, nameOf: (partner: string) => string): DeliveryItemRow {
  const { what, at, partner, isAddressChanged, holds } = item
  const failedBy = order.status === 'failed' ? order.delivery.failedBy : undefined
  const isAboutPartner = what === 'story' || what === 'silent'
  const whose = partner ?? (what === 'silent' ? order.carriedBy : undefined)
  return {
    ...{ _id: itemId(order, item), type: 'item', version: order.version, what, order: order._id },
    ...{ number: order.number, at, totalRupees: order.totalRupees },
    ...(what === 'refund' && { paymentMethod: order.paymentMethod }),
    ...(failedBy !== undefined && { failedBy }),
    ...(isAboutPartner && { earningRupees: order.deliveryFeeRupees }),
    // A refund is judged by what the partner reported, too.
    ...((isAboutPartner || order.delivery.steps.length > 0) && {
      ...{ steps: stepsOf(order), rounds: roundsOf(order, nameOf) },
    }),
    ...(whose !== undefined && { partner: { id: whose, name: nameOf(whose) } }),
    ...(holds && { holds }),
    ...(isAddressChanged && { isAddressChanged }),
  }
}

const roundsOf = (
  { delivery: { rounds } }: OrderRecord,
  nameOf: (partner: string) => string,
): DeliveryItemRow['rounds'] =>
  rounds.map(({ partner, awardedAt, ended, endedAt, reason }) => ({
    ...{ partner, name: nameOf(partner), awardedAt },
    ...(ended !== undefined && { ended }),
    ...(endedAt !== undefined && { endedAt }),
    ...(reason !== undefined && { reason }),
  }))

const stepsOf = ({ delivery: { steps, rounds } }: OrderRecord): DeliveryItemRow['steps'] =>
  steps.flatMap((reported) => {
    const round = rounds[reported.round]
    if (!round) return []
    const { step, receivedAt, handedTo, reason, note } = reported
    return [
      {
        ...{ partner: round.partner, step, at: shownAt(reported, round), receivedAt },
        ...(handedTo !== undefined && { handedTo }),
        ...(reason !== undefined && { reason }),
        ...(note !== undefined && { note }),
      },
    ]
  })
