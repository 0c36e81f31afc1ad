import type { Accounts } from '../accounts/accounts.ts'
import type { Kept } from '../core/sweep.ts'
import type { Couch } from '../couch/couch.ts'
import type { Workflows } from '../decider/define-workflow.ts'
import type { OrderRecord, TellOrder } from '../orders/order-record.ts'
import { acceptDeliveryWorkflow } from './accept-delivery.ts'
import { advanceDeliveryWorkflow } from './advance-delivery.ts'
import { openCarriers } from './carriers.ts'
import { rateDeliveryWorkflow } from './rate-delivery.ts'
import { releaseDeliveryWorkflow } from './release-delivery.ts'

export interface DeliveryStores {
  couch: Couch
  accounts: Accounts
  orderRecords: Kept<OrderRecord>
  tellOrder: TellOrder
  partners: Parameters<typeof releaseDeliveryWorkflow>[0]['partners']
}

/** Opens the memory of what this term has awarded, for the decider only: it is correct only under its lease. */
export function deliveryWorkflows({ couch, orderRecords, ...stores }: DeliveryStores): Workflows {
  const orders = orderRecords.store
  const carriers = openCarriers(couch, orders)
  const needs = { ...stores, orders, carriers }
  return {
    all: [
      acceptDeliveryWorkflow(needs),
      advanceDeliveryWorkflow(needs),
      releaseDeliveryWorkflow(needs),
      rateDeliveryWorkflow(needs),
    ],
    forget: carriers.forget,
  }
}
