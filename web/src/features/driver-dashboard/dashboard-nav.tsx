import { House, IndianRupee, type LucideIcon, Package, User } from 'lucide-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { link, paths } from '../../paths.ts'
import { CountBadge } from '../../ui/buttons/count-badge.tsx'
import { Tabs } from '../../ui/layout/tabs.tsx'
import { useMedia } from '../../ui/layout/use-media.ts'
import styles from './dashboard-nav.module.css'

export const TABS = ['overview', 'orders', 'earnings'] as const
export type Tab = (typeof TABS)[number]

interface DashboardNavProps {
  current: Tab
  /** The number of requests that can be accepted. */
  open: number
  onChange: (tab: Tab) => void
}

/** The parts of the dashboard: below the thumb on a phone, in place of the shop's tab bar; as tabs on a desktop. */
export function DashboardNav({ current, open, onChange }: DashboardNavProps) {
  const { t } = useTranslation('deliveries')
  const isPhone = useMedia('(width < 900px)')
  const count = open > 0 ? open : undefined
  if (isPhone) return <ThumbBar current={current} count={count} />
  return (
    <Tabs
      label={t('title')}
      current={current}
      onChange={onChange}
      tabs={[
        { value: 'overview', label: t('tabs.overview') },
        { value: 'orders', label: t('tabs.orders'), ...(count !== undefined && { count }) },
        { value: 'earnings', label: t('tabs.earnings') },
      ]}
    />
  )
}

function ThumbBar({ current, count }: { current: Tab; count: number | undefined }) {
  const { t } = useTranslation('deliveries')
  const items: readonly { to: string; label: string; icon: LucideIcon; tab?: Tab }[] = [
    { to: paths.driverDashboard, label: t('tabs.overview'), icon: House, tab: 'overview' },
    { to: `${paths.driverDashboard}?tab=orders`, label: t('tabs.orders'), icon: Package, tab: 'orders' },
    { to: `${paths.driverDashboard}?tab=earnings`, label: t('tabs.earnings'), icon: IndianRupee, tab: 'earnings' },
    { to: paths.driverProfile, label: t('tabs.profile'), icon: User },
  ]
  return (
    <nav className={styles.bar} aria-label={t('title')} data-action-bar="">
      {items.map(({ to, label, icon: Icon, tab }) => (
        <a
          key={to}
          className={styles.item}
          href={link(to)}
          aria-current={tab === current ? 'page' : undefined}
          aria-label={tab === 'orders' && count !== undefined ? `${label} ${t('tabs.count', { count })}` : undefined}
        >
          <Icon aria-hidden="true" />
          <span>{label}</span>
          {tab === 'orders' && count !== undefined && <CountBadge count={count} />}
        </a>
      ))}
    </nav>
  )
}
