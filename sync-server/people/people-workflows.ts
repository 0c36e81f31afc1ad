import type { Accounts } from '../accounts/accounts.ts'
import type { Workflows } from '../decider/define-workflow.ts'
import { updateProfileWorkflow } from './update-profile.ts'

export interface PeopleStores {
  accounts: Accounts
}

export const peopleWorkflows = (stores: PeopleStores): Workflows => ({
  all: [updateProfileWorkflow(stores)],
  // Nothing is cached: accounts are read for each decision.
  forget() {},
})
