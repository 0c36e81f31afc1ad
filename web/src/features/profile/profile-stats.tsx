import { Heart } from 'lucide-react'
import { useMemo } from 'react'
import { useRemote } from '../../blocks/people/use-remote.ts'
import { ordersNewestFirst } from '../../data/orders/orders.ts'
import { favouriteIds } from '../../data/people/favourites.ts'
import { ownAccount } from '../../data/people/own-account.ts'
import { bulkRequestCounts, deliveryCounts } from '../../data/people/role-stats.ts'
import { useLive } from '../../data/use-live.ts'
import type { AccountSummary } from '../../data/use-session.ts'
import { useSyncStatus } from '../../data/use-sync-status.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { link, paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import styles from './profile.module.css'

/** Two figures about what the person did here, by role. */
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
  const { t } = useTranslation('people')
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
      <p className={styles.quick}>
        <ButtonLink variant="tonal" href={link(paths.favourites)}>
          <Heart aria-hidden="true" /> {t('stats.favourites')}
        </ButtonLink>
      </p>
    </>
  )
}

function PartnerStats() {
  const { t } = useTranslation('people')
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
  const { t } = useTranslation('people')
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

interface Figure {
  label: string
  /** Undefined until it is known: incomplete data is not counted. */
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
