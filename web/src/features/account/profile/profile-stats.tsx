import { Heart } from 'lucide-react'
import { useMemo } from 'react'
import { ownAccount } from '../../../data/account/own-account.ts'
import type { AccountSummary } from '../../../data/session.ts'
import { favouriteIds } from '../../../data/shop/favourites.ts'
import { ordersNewestFirst } from '../../../data/shop/orders.ts'
import { useSyncStatus } from '../../../data/sync-status.ts'
import { useLive } from '../../../data/use-live.ts'
import { bulkRequestCounts, deliveryCounts } from '../../../data/work-counts.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { link, paths } from '../../../paths.ts'
import { ButtonLink } from '../../../ui/buttons/button.tsx'
import { useFromService } from './from-service.ts'
import styles from './profile.module.css'

/** Two figures that say what somebody did here, by role. */
export function ProfileStats({ account }: { account: AccountSummary }) {
  switch (account.role) {
    case 'ADMIN':
      return <AdminStats />
    case 'PARTNER':
      return <PartnerStats />
    case 'SUPPLIER':
      return <SupplierStats accountId={account.id} />
    default:
      return <CustomerStats />
  }
}

function CustomerStats() {
  const { t } = useTranslation('account')
  const orders = useLive(ordersNewestFirst)
  const favourites = useLive(favouriteIds)
  const { isArriving } = useSyncStatus()
  const placed =
    orders.status === 'ready' && !isArriving ? orders.data.filter(({ stage }) => stage !== 'refused') : undefined
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
      <p className={styles.quick}>
        <ButtonLink variant="tonal" href={link(paths.favourites)}>
          <Heart aria-hidden="true" /> {t('stats.favourites')}
        </ButtonLink>
      </p>
    </>
  )
}

function PartnerStats() {
  const { t } = useTranslation('account')
  const counts = useLive(deliveryCounts)
  const { isArriving } = useSyncStatus()
  const data = counts.status === 'ready' && !isArriving ? counts.data : undefined
  return (
    <Figures
      figures={[
        { label: t('stats.deliveries'), value: data?.all },
        { label: t('stats.completed'), value: data?.completed },
      ]}
    />
  )
}

function SupplierStats({ accountId }: { accountId: string }) {
  const { t } = useTranslation('account')
  const counts = useLive(useMemo(() => bulkRequestCounts(accountId), [accountId]))
  const { isArriving } = useSyncStatus()
  const data = counts.status === 'ready' && !isArriving ? counts.data : undefined
  return (
    <Figures
      figures={[
        { label: t('stats.bulkRequests'), value: data?.all },
        { label: t('stats.interested'), value: data?.interested },
      ]}
    />
  )
}

function AdminStats() {
  const { t } = useTranslation('account')
  const { answer } = useFromService(ownAccount.userCounts)
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

interface Figure {
  label: string
  /** Absent until known: half of an account is not counted. */
  value: number | undefined
}

function Figures({ figures }: { figures: readonly Figure[] }) {
  const { number } = useFormat()
  return (
    <dl className={styles.figures}>
      {figures.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value === undefined ? '–' : number(value)}</dd>
        </div>
      ))}
    </dl>
  )
}
