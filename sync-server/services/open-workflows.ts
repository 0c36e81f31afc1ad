import type { Workflows } from '../decider/define-workflow.ts'
import { type OrderStores, orderWorkflows } from '../orders/order-workflows.ts'
import { type PeopleStores, peopleWorkflows } from '../people/people-workflows.ts'

/** What the decider decides, capability by capability. */
export function openWorkflows(stores: OrderStores & PeopleStores): Workflows {
  const capabilities = [orderWorkflows(stores), peopleWorkflows(stores)]
  return {
    all: capabilities.flatMap(({ all }) => all),
    forget() {
      for (const { forget } of capabilities) forget()
    },
  }
}
