import type { Accounts } from '../accounts/accounts.ts'
import type { Workflows } from '../decider/define-workflow.ts'
import type { Applications } from './applications.ts'
import { decideApplicationWorkflow, type TellApplication } from './decide-application.ts'

export interface ApplicationStores {
  accounts: Accounts
  applications: Applications
  tellApplication: TellApplication
}

export const applicationWorkflows = (stores: ApplicationStores): Workflows => ({
  all: [decideApplicationWorkflow(stores)],
  // Nothing is cached: applications are read for each decision.
  forget() {},
})
