import { Flower2, House, User } from 'lucide-react'
import { useFormat } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { link, paths } from '../../paths.ts'
import { Tabs } from '../../ui/layout/tabs.tsx'
import { ThumbBar } from '../../ui/layout/thumb-bar.tsx'
import { useRequestWords } from './requests/request-words.ts'

export const TABS = ['overview', 'requests'] as const
export type Tab = (typeof TABS)[number]

interface DashboardNavProps {
  current: Tab
  isWide: boolean
  /** The number of open requests in the supplier's cities; undefined until it is known. */
  open: number | undefined
  onChange: (tab: Tab) => void
}

/** The parts of the dashboard: below the thumb on a phone, in place of the shop's tab bar; as tabs on a desktop. */
export function DashboardNav({ current, isWide, open, onChange }: DashboardNavProps) {
  const { t } = useTranslation('wholesale')
  const { number } = useFormat()
  const { listTitle } = useRequestWords()
  if (isWide)
    return (
      <Tabs
        label={t('title')}
        current={current}
        onChange={onChange}
        tabs={[
          { value: 'overview', label: t('tabs.overview') },
          { value: 'requests', label: listTitle(open) },
        ]}
      />
    )
  const { wholesaleDashboard, wholesaleProfile } = paths
  const count = open ? { shown: open, text: t('tabs.open', { number: number(open) }) } : undefined
  return (
    <ThumbBar
      label={t('title')}
      items={[
        {
          ...{ href: link(wholesaleDashboard), label: t('tabs.overview'), icon: House },
          isCurrent: current === 'overview',
        },
        {
          ...{ href: link(`${wholesaleDashboard}?tab=requests`), label: t('tabs.requests'), icon: Flower2, count },
          isCurrent: current === 'requests',
        },
        { href: link(wholesaleProfile), label: t('tabs.profile'), icon: User },
      ]}
    />
  )
}
