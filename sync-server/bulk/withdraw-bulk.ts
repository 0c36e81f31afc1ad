import { bulkId, withdrawBulk } from '#model'
import type { Accounts } from '../accounts/accounts.ts'
import { defineWorkflow, done, refused } from '../decider/define-workflow.ts'
import type { TellBulk } from './bulk-record.ts'
import type { BulkRequests } from './bulk-requests.ts'

interface Needs {
  accounts: Accounts
  bulkRequests: BulkRequests
  tellBulk: TellBulk
}

/** The buyer withdraws the request, or says with whom it was agreed. */
export const withdrawBulkWorkflow = ({ accounts, bulkRequests, tellBulk }: Needs) =>
  defineWorkflow(withdrawBulk, async ({ id, account, payload }, { now, step }) => {
    const request = bulkId(payload.request)
    const before = await bulkRequests.get(request)
    if (!before || !(await accounts.isSamePerson(before.account, account.id))) return refused('not_yours')
    const asked = { at: now().toISOString(), intent: id }
    const decided = await step('end request', () => bulkRequests.end(request, asked, payload.agreedWith))
    if ('refused' in decided) return refused(decided.refused)
    await tellBulk(decided.doc, step)
    return done({ request, version: decided.doc.version })
  })
