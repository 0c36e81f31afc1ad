import { Heart } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Figures } from '../../blocks/people/figures.tsx'
import styles from '../../blocks/people/profile.module.css'
import { useRemote } from '../../blocks/people/use-remote.ts'
import { carriesFlowers } from '../../data/deliveries/carries.ts'
import { ordersNewestFirst } from '../../data/orders/orders.ts'
import { favouriteIds } from '../../data/people/favourites.ts'
import { ownAccount } from '../../data/people/own-account.ts'
import { useLive } from '../../data/use-live.ts'
import type { AccountSummary } from '../../data/use-session.ts'
import { useSyncStatus } from '../../data/use-sync-status.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { link, paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { Loading } from '../../ui/states/loading.tsx'

// Only partners load it.
const PartnerStats = lazy(async () => ({
  default: (await import('../../blocks/deliveries/partner-stats.tsx')).PartnerStats,
}))

// Only suppliers load it.
const SupplierStats = lazy(async () => ({
  default: (await import('../../blocks/bulk/supplier-stats.tsx')).SupplierStats,
}))

/** Figures about what the person did here, by role. */
export function ProfileStats({ account }: { account: AccountSummary }) {
  switch (account.role) {
    case 'ADMIN':
      return <AdminStats />
    case 'PARTNER':
      return (
        <Suspense fallback={<Loading />}>
          <PartnerStats />
        </Suspense>
      )
    case 'SUPPLIER':
      return (
        <Suspense fallback={<Loading />}>
          <SupplierStats />
        </Suspense>
      )
    default:
      return <CustomerStats />
  }
}

function CustomerStats() {
  const { t } = useTranslation('people')
  const carries = useLive(carriesFlowers)
  const orders = useLive(ordersNewestFirst)
  const favourites = useLive(favouriteIds)
  const { isArriving } = useSyncStatus()
  const isCounted = orders.status === 'ready' && orders.data.isWhole && !isArriving
  const placed = isCounted ? orders.data.items.filter(({ stage }) => stage !== 'refused') : undefined
  return (
    <>
      <Figures
        figures={[
          { label: t('stats.orders'), value: placed?.length },
          {
            label: t('stats.favourites'),
            value: favourites.status === 'ready' && !isArriving ? favourites.data.size : undefined,
          },
        ]}
      />
      {carries.status === 'ready' && carries.data && (
        <p>
          <span>{`${t('profile.carrying')} `}</span>
          <a href={link(paths.driverDashboard)}>{t('profile.openCarrying')}</a>
        </p>
      )}
      <p className={styles.quick}>
        <ButtonLink variant="tonal" href={link(paths.favourites)}>
          <Heart aria-hidden="true" />
          <span>{t('stats.favourites')}</span>
        </ButtonLink>
      </p>
    </>
  )
}

function AdminStats() {
  const { t } = useTranslation('people')
  const { answer } = useRemote(ownAccount.userCounts)
  const counts = answer?.ok ? answer.value : undefined
  return (
    <>
      <Figures
        figures={[
          { label: t('stats.users'), value: counts?.total },
          { label: t('stats.nonAdmins'), value: counts?.nonAdmin },
        ]}
      />
      {answer && !answer.ok && <p className={styles.quiet}>{t('stats.needsNetwork')}</p>}
    </>
  )
}
