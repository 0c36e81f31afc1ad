import { bulkId, showInterest, withdrawInterest } from '#model'
import { defineWorkflow, done, refused } from '../decider/define-workflow.ts'
import type { TellBulk } from './bulk-record.ts'
import type { BulkRequests } from './bulk-requests.ts'

interface Needs {
  bulkRequests: BulkRequests
  tellBulk: TellBulk
}

/** A supplier shows interest. The receipt names no version of the request: it would tell of the interest of others. */
export const showInterestWorkflow = ({ bulkRequests, tellBulk }: Needs) =>
  defineWorkflow(showInterest, async ({ id, account, payload }, { now, step }) => {
    const request = bulkId(payload.request)
    const asked = { at: now().toISOString(), intent: id }
    const decided = await step('show interest', () => bulkRequests.showInterest(request, asked, account))
    // Another phone of the same supplier was faster.
    if ('refused' in decided && decided.refused !== 'interested') return refused(decided.refused)
    if (decided.doc) await tellBulk(decided.doc, step)
    return done({ request })
  })

/** A supplier withdraws the interest. */
export const withdrawInterestWorkflow = ({ bulkRequests, tellBulk }: Needs) =>
  defineWorkflow(withdrawInterest, async ({ id, account, payload }, { now, step }) => {
    const request = bulkId(payload.request)
    const asked = { at: now().toISOString(), intent: id }
    const decided = await step('withdraw interest', () => bulkRequests.withdrawInterest(request, asked, account.id))
    if ('refused' in decided && decided.refused !== 'withdrawn') return refused(decided.refused)
    if (decided.doc) await tellBulk(decided.doc, step)
    return done({ request })
  })
