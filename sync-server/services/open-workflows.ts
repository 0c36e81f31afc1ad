import { type ApplicationStores, applicationWorkflows } from '../applications/application-workflows.ts'
import type { Workflows } from '../decider/define-workflow.ts'
import { type OrderStores, orderWorkflows } from '../orders/order-workflows.ts'
import { type PeopleStores, peopleWorkflows } from '../people/people-workflows.ts'
import { type SupportStores, supportWorkflows } from '../support/support-workflows.ts'

/** Collects the workflows of all capabilities for the decider. */
export function openWorkflows(stores: ApplicationStores & OrderStores & PeopleStores & SupportStores): Workflows {
  const capabilities = [
    applicationWorkflows(stores),
    orderWorkflows(stores),
    peopleWorkflows(stores),
    supportWorkflows(stores),
  ]
  return {
    all: capabilities.flatMap(({ all }) => all),
    forget() {
      for (const { forget } of capabilities) forget()
    },
  }
}
