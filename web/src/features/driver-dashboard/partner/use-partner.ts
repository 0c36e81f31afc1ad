import { useMemo } from 'react'
import { foldDuty, foldRequests } from '#model'
import { useNow } from '../../../clock/use-now.ts'
import { deliveriesNewestFirst } from '../../../data/deliveries/deliveries.ts'
import { money } from '../../../data/deliveries/earnings.ts'
import { partnerState } from '../../../data/deliveries/partner-state.ts'
import { requestSources } from '../../../data/deliveries/requests.ts'
import { useLive } from '../../../data/use-live.ts'

/** Everything that the dashboard shows, read from this phone; each part is undefined until it has been read. */
export function usePartner() {
  const now = useNow()
  const state = useLive(partnerState)
  const deliveries = useLive(deliveriesNewestFirst)
  const sources = useLive(requestSources)
  const read = useLive(money)
  const partner = state.status === 'ready' ? state.data : undefined
  const requests = sources.status === 'ready' ? sources.data : undefined
  const radiusKm = partner?.profile.serviceRadius
  return {
    now,
    partner,
    failed: [state, deliveries, sources, read].find((one) => one.status === 'failed'),
    duty: useMemo(() => partner && foldDuty(partner.fact, partner.asked, now), [partner, now]),
    deliveries: deliveries.status === 'ready' ? deliveries.data : undefined,
    requests: useMemo(() => {
      if (!requests) return undefined
      const { isComplete, hasFeed, declined } = requests
      return { ...foldRequests({ ...requests, radiusKm }, now), isComplete, hasFeed, declined }
    }, [requests, radiusKm, now]),
    money: read.status === 'ready' ? read.data : undefined,
  }
}
export type Partner = ReturnType<typeof usePartner>
