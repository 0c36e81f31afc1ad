import type { Workflows } from '../decider/define-workflow.ts'
import { updateProfileWorkflow } from './update-profile.ts'

export type PeopleStores = Parameters<typeof updateProfileWorkflow>[0]

export const peopleWorkflows = (stores: PeopleStores): Workflows => ({
  all: [updateProfileWorkflow(stores)],
  // Nothing is cached: accounts are read for each decision.
  forget() {},
})
