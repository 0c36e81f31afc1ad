import { House, IndianRupee, Package, User } from 'lucide-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { link, paths } from '../../paths.ts'
import { Tabs } from '../../ui/layout/tabs.tsx'
import { ThumbBar } from '../../ui/layout/thumb-bar.tsx'
import { useMedia } from '../../ui/layout/use-media.ts'

export const TABS = ['overview', 'orders', 'earnings'] as const
export type Tab = (typeof TABS)[number]

interface DashboardNavProps {
  current: Tab
  /** The number of requests that can be accepted. */
  open: number
  onChange: (tab: Tab) => void
}

/** The parts of the dashboard: on a phone in a bar that replaces the shop's tab bar, on a desktop as tabs. */
export function DashboardNav({ current, open, onChange }: DashboardNavProps) {
  const { t } = useTranslation('deliveries')
  const isPhone = useMedia('(width < 900px)')
  const count = open > 0 ? open : undefined
  if (isPhone) return <PhoneNav current={current} count={count} />
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

function PhoneNav({ current, count }: { current: Tab; count: number | undefined }) {
  const { t } = useTranslation('deliveries')
  const tab = (value: Tab) => ({
    href: link(value === 'overview' ? paths.driverDashboard : `${paths.driverDashboard}?tab=${value}`),
    isCurrent: value === current,
  })
  return (
    <ThumbBar
      label={t('title')}
      items={[
        { ...tab('overview'), label: t('tabs.overview'), icon: House },
        {
          ...tab('orders'),
          label: t('tabs.orders'),
          icon: Package,
          count: count === undefined ? undefined : { shown: count, text: t('tabs.count', { count }) },
        },
        { ...tab('earnings'), label: t('tabs.earnings'), icon: IndianRupee },
        { href: link(paths.driverProfile), label: t('tabs.profile'), icon: User },
      ]}
    />
  )
}
