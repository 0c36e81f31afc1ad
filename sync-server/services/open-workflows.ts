import { supportRowId, unservedId } from '#model'
import { type ApplicationStores, applicationWorkflows } from '../applications/application-workflows.ts'
import { type BulkStores, bulkWorkflows } from '../bulk/bulk-workflows.ts'
import { settleUnserved } from '../bulk/settle-unserved.ts'
import { type ConversationStores, conversationWorkflows } from '../conversations/conversation-workflows.ts'
import { settleConversation } from '../conversations/settle-conversation.ts'
import type { Workflows } from '../decider/define-workflow.ts'
import { type DeliveryStores, deliveryWorkflows } from '../deliveries/delivery-workflows.ts'
import { settleDeliveryItem } from '../deliveries/settle-delivery-item.ts'
import { type OrderStores, orderWorkflows } from '../orders/order-workflows.ts'
import { type PartnerStores, partnerWorkflows } from '../partners/partner-workflows.ts'
import { type PeopleStores, peopleWorkflows } from '../people/people-workflows.ts'
import { type SupportStores, supportWorkflows } from '../support/support-workflows.ts'

type Stores = ApplicationStores &
  BulkStores &
  Pick<ConversationStores, 'conversations' | 'tellConversation'> &
  DeliveryStores &
  OrderStores &
  PartnerStores &
  PeopleStores &
  Omit<SupportStores, 'settleOther'>

/** Collects the workflows of all capabilities for the decider. */
export function openWorkflows(stores: Stores): Workflows {
  const ofOrders = { orders: stores.orderRecords.store, tellOrder: stores.tellOrder }
  const capabilities = [
    applicationWorkflows(stores),
    bulkWorkflows(stores),
    conversationWorkflows(stores),
    deliveryWorkflows(stores),
    orderWorkflows(stores),
    partnerWorkflows(stores),
    peopleWorkflows(stores),
    supportWorkflows({
      ...stores,
      settleOther(intent, context) {
        const { item } = intent.payload
        if (item.startsWith(supportRowId(''))) return settleConversation(intent, context, stores)
        if (item.startsWith(unservedId(''))) return settleUnserved(intent, context, stores)
        return settleDeliveryItem(intent, context, ofOrders)
      },
    }),
  ]
  return {
    all: capabilities.flatMap(({ all }) => all),
    forget() {
      for (const { forget } of capabilities) forget()
    },
  }
}
