import type { Accounts } from '../accounts/accounts.ts'
import type { Workflows } from '../decider/define-workflow.ts'
import { updateProfileWorkflow } from './update-profile.ts'

export interface PeopleStores {
  accounts: Accounts
}

export const peopleWorkflows = (stores: PeopleStores): Workflows => ({
  all: [updateProfileWorkflow(stores)],
  // Accounts are read anew for every decision.
  forget() {},
})
