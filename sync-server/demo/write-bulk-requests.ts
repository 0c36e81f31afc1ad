import { bulkId, dayOf } from '#model'
import type { Accounts } from '../accounts/accounts.ts'
import type { BulkRequests } from '../bulk/bulk-requests.ts'
import { isServed } from '../bulk/serving-suppliers.ts'
import type { Couch } from '../couch/couch.ts'
import type { MadeUpRequest } from './generated/generate-bulk-requests.ts'

interface Needs {
  couch: Couch
  accounts: Accounts
  bulkRequests: BulkRequests
  now: () => Date
}

const DAY_MS = 86_400_000

/** Writes requests of the demo's customer and of made-up people, some with its supplier's interest. Safe to repeat. */
export async function writeBulkRequests(
  { couch, accounts, bulkRequests, now }: Needs,
  people: { customer: string; supplier: string; customers: readonly string[] },
  madeUp: readonly MadeUpRequest[],
): Promise<void> {
  const [customer, supplier] = [
    await accounts.findByEmail(people.customer),
    await accounts.findByEmail(people.supplier),
  ]
  for (const [n, { id, interestId, isOfCustomer, isInterested, inDays, ageMs, ...request }] of madeUp.entries()) {
    const buyer = isOfCustomer ? customer : await accounts.get(people.customers[n % people.customers.length] ?? '')
    if (buyer?.status !== 'active' || (await bulkRequests.get(bulkId(id)))) continue
    const at = (afterMs: number) => new Date(now().getTime() - ageMs + afterMs).toISOString()
    const { id: account, name: buyerName, email, phone = '+919820012345' } = buyer
    const deliveryDate = dayOf(new Date(now().getTime() + inDays * DAY_MS))
    const isUnserved = !(await isServed(couch, request.city))
    const asked = { ...request, buyerName, email, phone, deliveryDate, isUnserved }
    await bulkRequests.post({ at: at(0), intent: id }, { id: account }, asked)
    if (isInterested && supplier)
      await bulkRequests.showInterest(bulkId(id), { at: at(ageMs / 2), intent: interestId }, supplier)
  }
}
