import type { Accounts } from '../accounts/accounts.ts'
import type { Couch } from '../couch/couch.ts'
import type { Workflows } from '../decider/define-workflow.ts'
import type { TellBulk } from './bulk-record.ts'
import type { BulkRequests } from './bulk-requests.ts'
import { showInterestWorkflow, withdrawInterestWorkflow } from './interest.ts'
import { requestBulkWorkflow } from './request-bulk.ts'
import { withdrawBulkWorkflow } from './withdraw-bulk.ts'

export interface BulkStores {
  couch: Couch
  accounts: Accounts
  bulkRequests: BulkRequests
  tellBulk: TellBulk
}

export const bulkWorkflows = (stores: BulkStores): Workflows => ({
  all: [
    requestBulkWorkflow(stores),
    withdrawBulkWorkflow(stores),
    showInterestWorkflow(stores),
    withdrawInterestWorkflow(stores),
  ],
  // Nothing is cached: requests are read for each decision.
  forget() {},
})
