import { acceptDelivery, advanceDelivery, rateDelivery, releaseDelivery } from '#model'
import { defineWorkflow, refused, type Workflows } from '../decider/define-workflow.ts'

/** The workflows of deliveries. */
export const deliveryWorkflows = (): Workflows => ({
  all: [acceptDelivery, advanceDelivery, releaseDelivery, rateDelivery].map((declared) =>
    defineWorkflow(declared, async () => refused('not_understood')),
  ),
  // Nothing is cached: orders are read for each decision.
  forget() {},
})
