import { lazy, Suspense, useState } from 'react'
import { hasUnpaid } from '../../data/deliveries/earnings.ts'
import { ownProfile } from '../../data/people/profile.ts'
import { useLive } from '../../data/use-live.ts'
import { useSyncStatus } from '../../data/use-sync-status.ts'
import { Loading } from '../../ui/states/loading.tsx'

const BankSection = lazy(async () => ({
  default: (await import('../../blocks/deliveries/bank-section.tsx')).BankSection,
}))

/** Where somebody is paid who is no longer a partner, while earnings are not paid. */
export function OwedBank() {
  const { online } = useSyncStatus()
  const unpaid = useLive(hasUnpaid)
  const profile = useLive(ownProfile)
  // Only partners' devices store this code, and it is of no use without a network. What is typed stays if that fails.
  const [isOpen, setOpen] = useState(online)
  if (online && !isOpen) setOpen(true)
  if (!isOpen || unpaid.status !== 'ready' || !unpaid.data || profile.status !== 'ready') return null
  const { account } = profile.data
  return (
    <Suspense fallback={<Loading />}>
      <BankSection ends={account?.bankAccountEnds} isKnown={account !== undefined} />
    </Suspense>
  )
}
