import { useSearchParams } from 'react-router-dom'
import { useCityNames } from '../../blocks/bulk/use-city-names.ts'
import { type AccountSummary, useSession } from '../../data/use-session.ts'
import { useInitialSync } from '../../data/use-sync-status.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import '../../i18n/wholesale-texts.ts'
import { type Supplier, useSupplier } from '../../blocks/bulk/use-supplier.ts'
import { link, paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { useMedia } from '../../ui/layout/use-media.ts'
import { Failed } from '../../ui/states/failed.tsx'
import { InitialSyncBanner } from '../../ui/states/initial-sync-banner.tsx'
import { Loading } from '../../ui/states/loading.tsx'
import { DashboardNav, TABS, type Tab } from './dashboard-nav.tsx'
import { OverviewTab } from './overview/overview-tab.tsx'
import { RefusedChanges } from './refused-changes.tsx'
import { RequestsTab } from './requests/requests-tab.tsx'
import { useInterestToasts } from './use-interest-toasts.ts'
import styles from './wholesale-dashboard.module.css'

const isTab = (text: string | null): text is Tab => TABS.includes(text as Tab)

/** The wholesale supplier's dashboard. The route lets only suppliers in. */
export function WholesaleDashboardScreen() {
  const { account } = useSession()
  return account ? <Dashboard key={account.id} account={account} /> : <Loading />
}

function Dashboard({ account }: { account: AccountSummary }) {
  const { t } = useTranslation('wholesale')
  const [search, setSearch] = useSearchParams()
  const supplier = useSupplier()
  useInterestToasts(supplier.requests?.asked)
  const arrival = useInitialSync()
  const isWide = useMedia('(width >= 900px)')
  const asked = search.get('tab')
  const tab = isTab(asked) ? asked : 'overview'
  const { failed, requests } = supplier
  return (
    <Page>
      <div className={styles.screen}>
        <Head name={supplier.businessName ?? account.name} cities={supplier.cities} isWide={isWide} />
        <DashboardNav
          current={tab}
          isWide={isWide}
          open={supplier.figures.open}
          onChange={(next) => setSearch(next === 'overview' ? {} : { tab: next })}
        />
        <InitialSyncBanner title={t('arriving')} arrival={arrival} />
        <RefusedChanges requests={requests?.all} />
        {failed?.status === 'failed' ? (
          <Failed error={failed.error} />
        ) : tab === 'requests' ? (
          <RequestsTab supplier={supplier} isWide={isWide} />
        ) : (
          <OverviewTab supplier={supplier} />
        )}
      </div>
    </Page>
  )
}

interface HeadProps {
  name: string
  cities: Supplier['cities']
  isWide: boolean
}

/** Whose dashboard this is, and for which cities. */
function Head({ name, cities = [], isWide }: HeadProps) {
  const { t } = useTranslation('wholesale')
  const namesOf = useCityNames()
  return (
    <header className={styles.head}>
      <div>
        <p className={styles.quiet}>{t('title')}</p>
        <h1>{name}</h1>
        {cities.length > 0 && <p className={styles.quiet}>{t('cities.serves', { cities: namesOf(cities) })}</p>}
      </div>
      {isWide && cities.length > 0 && <ButtonLink href={link(paths.wholesaleProfile)}>{t('cities.change')}</ButtonLink>}
    </header>
  )
}
