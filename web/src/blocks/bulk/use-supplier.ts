import { supplierRequests } from '../../../data/bulk/supplier-requests.ts'
import { ownProfile } from '../../../data/people/profile.ts'
import { useLive } from '../../../data/use-live.ts'

/** All that the dashboard shows, from this phone; a part is undefined until it is known. */
export function useSupplier() {
  const read = useLive(supplierRequests)
  const own = useLive(ownProfile)
  const profile = own.status === 'ready' ? own.data : undefined
  const { account, citiesServed, change } = profile ?? {}
  return {
    failed: [read, own].find((one) => one.status === 'failed'),
    requests: read.status === 'ready' ? read.data : undefined,
    businessName: profile?.businessName,
    /** Ids of cities, also those that the service has not confirmed yet. */
    cities: citiesServed ?? (account && []),
    /** The service has not confirmed the last change of the profile, which may have changed the cities. */
    isUnconfirmed: change?.stage === 'saved' || change?.stage === 'sent',
  }
}
export type Supplier = ReturnType<typeof useSupplier>
