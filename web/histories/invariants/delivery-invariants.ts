import { type Notice, ulidOf } from '#model'
import type { Scenario } from '../scenario.ts'
import type { AccountView } from './account-view.ts'

const TOLD: Partial<Record<string, Notice['kind']>> = {
  preparing: 'order-preparing',
  out_for_delivery: 'order-on-its-way',
  delivered: 'order-delivered',
}

/** Every step of a delivery has one notice, and there is no notice of a step that did not happen. */
export function brokenDeliverySteps({ expected }: Scenario, { dump }: AccountView): string[] {
  const notices = dump.documents.filter(({ type }) => type === 'notice') as unknown as Notice[]
  return dump.orders.flatMap(({ _id, timeline }) => {
    const steps = timeline.filter(({ simulated }) => simulated).map(({ status }) => TOLD[status])
    // Notices to a visitor may have been deleted with the visitor's mailbox.
    const byVisitor = expected.asked.get(`intent:${ulidOf(_id)}`)?.byVisitor
    return Object.values(TOLD).flatMap((kind) => {
      const told = notices.filter((notice) => notice.subject === _id && notice.kind === kind).length
      const taken = steps.filter((step) => step === kind).length
      if (told === taken || (byVisitor && told < taken)) return []
      return [`${_id} took ${taken} steps that are told by ${kind}, and ${told} were told`]
    })
  })
}
