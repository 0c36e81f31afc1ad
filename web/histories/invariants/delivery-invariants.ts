import { type Notice, ulidOf } from '#model'
import { simulatedEntry } from '../../../sync-server/deliveries/tell-order.ts'
import { HAPPENED } from '../../../sync-server/orders/order-record.ts'
import type { Scenario } from '../scenario.ts'
import type { AccountView } from './account-view.ts'

const TOLD: Partial<Record<Notice['kind'], readonly string[]>> = {
  'order-preparing': [simulatedEntry('preparing'), HAPPENED.awarded],
  'order-on-its-way': [simulatedEntry('out_for_delivery'), HAPPENED.pickedUp],
  'order-delivered': [simulatedEntry('delivered'), HAPPENED.delivered],
}

/** Every step of a delivery has one notice, and there is no notice of a step that did not happen. */
export function brokenDeliverySteps({ expected }: Scenario, { dump }: AccountView): string[] {
  const notices = dump.documents.filter(({ type }) => type === 'notice') as unknown as Notice[]
  return dump.orders.flatMap(({ _id, entries }) => {
    // Notices to a visitor may have been deleted with the visitor's mailbox.
    const byVisitor = expected.asked.get(`intent:${ulidOf(_id)}`)?.byVisitor
    return Object.entries(TOLD).flatMap(([kind, steps]) => {
      const told = notices.filter((notice) => notice.subject === _id && notice.kind === kind).length
      const taken = entries.filter(({ what }) => steps.includes(what)).length
      if (told === taken || (byVisitor && told < taken)) return []
      return [`${_id} took ${taken} steps that are told by ${kind}, and ${told} were told`]
    })
  })
}
