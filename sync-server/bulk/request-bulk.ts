import { bulkEndsAt, bulkId, lastBulkDay, requestBulk } from '#model'
import type { Accounts } from '../accounts/accounts.ts'
import type { Couch } from '../couch/couch.ts'
import { defineWorkflow, done, refused } from '../decider/define-workflow.ts'
import type { TellBulk } from './bulk-record.ts'
import type { BulkRequests } from './bulk-requests.ts'
import { isServed } from './serving-suppliers.ts'

interface Needs {
  couch: Couch
  accounts: Accounts
  bulkRequests: BulkRequests
  tellBulk: TellBulk
}

/** Sends a request to the suppliers of its city, or to Mogra's team if no supplier serves the city. */
export const requestBulkWorkflow = ({ couch, accounts, bulkRequests, tellBulk }: Needs) =>
  defineWorkflow(requestBulk, async ({ id, account, payload }, { now, step }) => {
    const before = await bulkRequests.get(bulkId(id))
    if (!before && bulkEndsAt(payload) <= now()) return refused('date_passed')
    if (!before && payload.deliveryDate > lastBulkDay(now())) return refused('date_too_far')
    if (!before && (await bulkRequests.isTooMany(account, now()))) return refused('too_many_requests')
    const isUnserved = before ? before.unserved !== undefined : !(await isServed(couch, payload.city))
    const asked = { at: now().toISOString(), intent: id }
    const decided = await step('write request', () => bulkRequests.post(asked, account, { ...payload, isUnserved }))
    if ('refused' in decided) return refused('not_understood')
    const { doc } = decided
    // Somebody else's intent has the same ULID.
    if (!(await accounts.isSamePerson(doc.account, account.id))) return refused('not_understood')
    await tellBulk(doc, step)
    return done({ request: doc._id, number: doc.number })
  })
