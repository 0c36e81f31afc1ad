import type { Workflows } from '../decider/define-workflow.ts'
import { type OrderStores, orderWorkflows } from '../orders/order-workflows.ts'
import { type PeopleStores, peopleWorkflows } from '../people/people-workflows.ts'

/** Collects the workflows of all capabilities for the decider. */
export function openWorkflows(stores: OrderStores & PeopleStores): Workflows {
  const capabilities = [orderWorkflows(stores), peopleWorkflows(stores)]
  return {
    all: capabilities.flatMap(({ all }) => all),
    forget() {
      for (const { forget } of capabilities) forget()
    },
  }
}
