import { bulkId } from '#model'
import { accountHolder } from '../accounts/account-holder.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { ReadSubject } from '../conversations/conversations.ts'
import { interestOf, mayReachBuyer, shownSuppliers } from './bulk-record.ts'
import type { BulkRequests } from './bulk-requests.ts'

interface Needs {
  bulkRequests: Pick<BulkRequests, 'get'>
  accounts: Pick<Accounts, 'get' | 'ownerOf'>
}

/**
 * Reads the request that its buyer and a supplier who has or had interest write about; undefined for a visitor's
 * request.
 */
export const openBulkSubject =
  ({ bulkRequests, accounts }: Needs): ReadSubject =>
  async (ulid, supplier) => {
    const bulk = await bulkRequests.get(bulkId(ulid))
    if (!bulk || !interestOf(bulk, supplier)) return undefined
    const buyer = await accountHolder(accounts, bulk.account)
    if (!buyer) return undefined
    const account = await accounts.get(supplier)
    const active = account?.status === 'active' ? account : undefined
    const isShown = shownSuppliers(bulk).some(([shown]) => shown === supplier)
    return {
      ...{ owner: buyer.id, number: bulk.number, isOpen: active !== undefined && mayReachBuyer(bulk, supplier) },
      names: {
        // Every supplier of the city has read the buyer's name in the feed.
        owner: bulk.buyerName,
        counterpart: active && isShown ? (active.businessName ?? active.name) : '',
      },
    }
  }
