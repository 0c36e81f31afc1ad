import { requestPayout, setAvailability } from '#model'
import { defineWorkflow, refused, type Workflows } from '../decider/define-workflow.ts'

/** The workflows of partners: their duty and their money. */
export const partnerWorkflows = (): Workflows => ({
  all: [setAvailability, requestPayout].map((declared) =>
    defineWorkflow(declared, async () => refused('not_understood')),
  ),
  // Nothing is cached: partners are read for each decision.
  forget() {},
})
