import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useSession } from '../../data/use-session.ts'
import { useInitialSync } from '../../data/use-sync-status.ts'
import '../../i18n/deliveries-texts.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Failed } from '../../ui/states/failed.tsx'
import { InitialSyncBanner } from '../../ui/states/initial-sync-banner.tsx'
import { Loading } from '../../ui/states/loading.tsx'
import { DashboardNav, TABS, type Tab } from './dashboard-nav.tsx'
import styles from './driver-dashboard.module.css'
import { DutyHead } from './duty-head.tsx'
import { FormerPartner } from './former-partner.tsx'
import { OrdersTab } from './orders-tab.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { type Partner, usePartner } from './partner/use-partner.ts'
import { useAutoAccept } from './use-auto-accept.ts'

const EarningsTab = lazy(async () => ({ default: (await import('./earnings/earnings-tab.tsx')).EarningsTab }))

const isTab = (text: string | null): text is Tab => TABS.includes(text as Tab)

/** The partner's dashboard. The route lets in partners, and former partners who still carry a delivery. */
export function DriverDashboardScreen() {
  const { account } = useSession()
  return account?.role === 'PARTNER' ? <Dashboard name={account.name} /> : <FormerPartner />
}

function Dashboard({ name }: { name: string }) {
  const { t } = useTranslation('deliveries')
  const [search, setSearch] = useSearchParams()
  const partner = usePartner()
  useAutoAccept(partner)
  const arrival = useInitialSync()
  const asked = search.get('tab')
  const tab = isTab(asked) ? asked : 'overview'
  const go = (next: Tab) => setSearch(next === 'overview' ? {} : { tab: next })
  const open = partner.duty?.isOn ? (partner.requests?.near.length ?? 0) : 0
  return (
    <Page>
      <div className={styles.screen}>
        <DutyHead name={name} duty={partner.duty} />
        <DashboardNav current={tab} open={open} onChange={go} />
        <InitialSyncBanner title={t('arriving')} arrival={arrival} />
        {partner.failed?.status === 'failed' ? (
          <Failed error={partner.failed.error} />
        ) : (
          <Shown tab={tab} partner={partner} />
        )}
      </div>
    </Page>
  )
}

function Shown({ tab, partner }: { tab: Tab; partner: Partner }) {
  if (tab === 'earnings')
    return (
      <Suspense fallback={<Loading />}>
        <EarningsTab partner={partner} />
      </Suspense>
    )
  return tab === 'orders' ? <OrdersTab partner={partner} /> : <OverviewTab partner={partner} />
}
