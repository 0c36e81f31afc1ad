import { type SupplierRequests, supplierRequests } from '../../data/bulk/supplier-requests.ts'
import { ownProfile } from '../../data/people/profile.ts'
import { useLive } from '../../data/use-live.ts'
import { useSyncStatus } from '../../data/use-sync-status.ts'

/** All that a supplier's screens show of the supplier, from this phone; a part is undefined until it is known. */
export function useSupplier() {
  const read = useLive(supplierRequests)
  const own = useLive(ownProfile)
  const { isArriving } = useSyncStatus()
  const profile = own.status === 'ready' ? own.data : undefined
  const { account, citiesServed } = profile ?? {}
  const requests = read.status === 'ready' ? read.data : undefined
  const cities = citiesServed ?? (account && [])
  return {
    failed: [read, own].find((one) => one.status === 'failed'),
    requests,
    businessName: profile?.businessName,
    /** Ids of cities, also those that the service has not confirmed yet. */
    cities,
    /** The service has not confirmed a change of the cities. */
    isUnconfirmed: profile?.unconfirmed.citiesServed !== undefined,
    figures: figuresOf({ requests, cities, isArriving }),
  }
}
export type Supplier = ReturnType<typeof useSupplier>

interface Known {
  requests: SupplierRequests | undefined
  cities: readonly string[] | undefined
  /** The account's mailbox has not fully arrived here yet. */
  isArriving: boolean
}

/** A number is undefined while something of what it counts may still arrive. Without a city, no request can. */
function figuresOf({ requests, cities, isArriving }: Known) {
  const { open, interested, completedDeals } = requests?.figures ?? {}
  const isFeedKnown = requests?.isComplete === true || cities?.length === 0
  return {
    open: isFeedKnown ? open : undefined,
    interested: isArriving ? undefined : interested,
    completedDeals: isArriving ? undefined : completedDeals,
    cities: cities?.length,
  }
}
