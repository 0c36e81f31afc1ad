import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useRemote } from '../../blocks/people/use-remote.ts'
import { applicationDecisions, pendingAmong, withDecisions } from '../../data/admin/applications.ts'
import { desk, type Overview } from '../../data/admin/desk.ts'
import { ticketDecisions } from '../../data/admin/ticket-decisions.ts'
import { useSession } from '../../data/use-session.ts'
import { useSyncStatus } from '../../data/use-sync-status.ts'
import '../../i18n/desk-texts.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { LiveRegion } from '../../ui/feedback/live-region.tsx'
import { useFocusRestore } from '../../ui/layout/focus-restore.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Tabs } from '../../ui/layout/tabs.tsx'
import { Loading } from '../../ui/states/loading.tsx'
import styles from './admin.module.css'
import { RefusedDecisions } from './applications/refused-decisions.tsx'
import { useApplications } from './applications/use-applications.ts'
import { useDecisionToasts } from './applications/use-decision-toasts.ts'
import { useNewDecisions } from './decision/use-new-decisions.ts'
import { ReadFailed } from './lists/read-failed.tsx'
import { OrderFigures, OrdersTab } from './orders/orders-tab.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { RunningDeletions } from './running-deletions.tsx'
import { useDeletions } from './use-deletions.ts'

const ApplicationsTab = lazy(async () => ({
  default: (await import('./applications/applications-tab.tsx')).ApplicationsTab,
}))
const ClearAll = lazy(async () => ({ default: (await import('./clear-all.tsx')).ClearAll }))
const UsersTab = lazy(async () => ({ default: (await import('./users/users-tab.tsx')).UsersTab }))
const SettingsTab = lazy(async () => ({ default: (await import('./settings-tab.tsx')).SettingsTab }))
const DeskTickets = lazy(async () => ({ default: (await import('./tickets/desk-tickets.tsx')).DeskTickets }))

const TABS = ['overview', 'users', 'partners', 'suppliers', 'orders', 'settings'] as const
type Tab = (typeof TABS)[number]
const TICKETS = 'tickets'
const isTab = (text: string | null): text is Tab => TABS.includes(text as Tab)

/** The admin's desk; only admins get here, by the guard of the route. */
export function AdminScreen() {
  const { t } = useTranslation('desk')
  const { number } = useFormat()
  const { account } = useSession()
  const { online } = useSyncStatus()
  const [search, setSearch] = useSearchParams()
  const asked = search.get('tab')
  const tab = isTab(asked) ? asked : 'overview'
  // A list that the overview leads to, without a tab of its own.
  const isTickets = asked === TICKETS
  const { answer, askAgain } = useRemote(desk.overview)
  // Counts the changes that the desk has made: the lists are read again.
  const [round, setRound] = useState(0)
  const [isClearing, setClearing] = useState(false)
  const changed = useCallback(() => {
    setRound((n) => n + 1)
    void askAgain()
  }, [askAgain])
  const me = account?.id ?? ''
  const deletions = useDeletions(me, online, changed)
  const applications = useApplications()
  const { open, decisions } = applications
  useDecisionToasts(decisions)
  useNewDecisions(applicationDecisions, askAgain)
  useNewDecisions(ticketDecisions, askAgain)
  const [kept] = useState(desk.lastOverview)
  const found = answer?.ok ? answer.value : kept
  const overview = found && withDecisions(found, decisions, open)
  const read = {
    overview,
    error: answer?.ok === false ? answer.error : undefined,
    onRetry: askAgain,
  }
  const pending = overview?.pending ?? (open && pendingAmong(open))
  const people = overview && Object.values(overview.users).reduce((sum, n) => sum + n, 0)

  const keptFocus = useFocusRestore('h1')

  const go = (next: Tab) => {
    // The open tab would lose the filter in its address.
    if (next !== tab || isTickets) setSearch(next === 'overview' ? {} : { tab: next })
  }
  return (
    <Page>
      <div className={styles.screen} {...keptFocus}>
        <Tabs
          label={t('tabs.label')}
          current={tab}
          onChange={go}
          tabs={[
            { value: 'overview', label: t('tabs.overview') },
            { value: 'users', label: t('tabs.users'), count: people && number(people) },
            { value: 'partners', label: t('tabs.partners'), count: pending && number(pending.partners) },
            { value: 'suppliers', label: t('tabs.suppliers'), count: pending && number(pending.suppliers) },
            { value: 'orders', label: t('tabs.orders') },
            { value: 'settings', label: t('tabs.settings') },
          ]}
        />
        <RunningDeletions deletions={deletions} me={me} />
        <RefusedDecisions {...applications} />
        {isTickets ? (
          <Suspense fallback={<Loading />}>
            <DeskTickets online={online} />
          </Suspense>
        ) : tab === 'users' ? (
          <Suspense fallback={<Loading />}>
            <UsersTab
              round={round}
              online={online}
              canClearAll={online && overview !== undefined}
              onClearAll={() => setClearing(true)}
              onChanged={changed}
              onDeleting={deletions.started}
            />
          </Suspense>
        ) : tab === 'settings' ? (
          <Suspense fallback={<Loading />}>
            <SettingsTab online={online} />
          </Suspense>
        ) : tab === 'partners' || tab === 'suppliers' ? (
          <Suspense fallback={<Loading />}>
            <ApplicationsTab of={tab} applications={applications} online={online} />
          </Suspense>
        ) : tab === 'orders' ? (
          <OrdersTab online={online} onSettled={askAgain}>
            <Read {...read}>{({ orders }) => <OrderFigures orders={orders} />}</Read>
          </OrdersTab>
        ) : (
          <Read {...read}>
            {(known) => (
              <OverviewTab
                overview={known}
                name={account?.name ?? ''}
                online={online}
                onReview={go}
                onClearAll={() => setClearing(true)}
                onRetried={askAgain}
              />
            )}
          </Read>
        )}
        {overview && isClearing && (
          <Suspense fallback={null}>
            <ClearAll counts={overview.users} onClose={() => setClearing(false)} onStarted={deletions.started} />
          </Suspense>
        )}
      </div>
    </Page>
  )
}

interface ReadProps {
  overview: Overview | undefined
  error: string | undefined
  onRetry: () => Promise<void>
  children: (overview: Overview) => ReactNode
}

/** Shows the figures, or why there are none, or from when they are. */
function Read({ overview, error, onRetry, children }: ReadProps) {
  const { t } = useTranslation('desk')
  return (
    <>
      <LiveRegion>
        {error !== undefined && (
          <ReadFailed
            error={error}
            isShown={overview !== undefined}
            readAt={overview?.at}
            offline={(time) => t('offline', { time })}
            action={<Button onClick={onRetry}>{t('tryAgain')}</Button>}
          />
        )}
      </LiveRegion>
      {overview ? children(overview) : error === undefined && <Loading />}
    </>
  )
}
