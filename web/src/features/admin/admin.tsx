import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useRemote } from '../../blocks/people/use-remote.ts'
import { pendingAmong, withDecisions } from '../../data/admin/applications.ts'
import { desk, type Overview } from '../../data/admin/desk.ts'
import { useSession } from '../../data/use-session.ts'
import { useSyncStatus } from '../../data/use-sync-status.ts'
import '../../i18n/desk-texts.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { LiveRegion } from '../../ui/feedback/live-region.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Tabs } from '../../ui/layout/tabs.tsx'
import { Loading } from '../../ui/states/loading.tsx'
import styles from './admin.module.css'
import { ApplicationsTab } from './applications/applications-tab.tsx'
import { RefusedDecisions } from './applications/refused-decisions.tsx'
import { useApplications } from './applications/use-applications.ts'
import { useDecisionToasts } from './applications/use-decision-toasts.ts'
import { ClearAll } from './clear-all.tsx'
import { useDeskProblem } from './decision/desk-problem.ts'
import { OrdersTab } from './orders-tab.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { RunningDeletions } from './running-deletions.tsx'
import { SettingsTab } from './settings-tab.tsx'
import { useDeletions } from './use-deletions.ts'

const UsersTab = lazy(async () => ({ default: (await import('./users/users-tab.tsx')).UsersTab }))

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
  const read = answer?.ok ? answer.value : desk.lastOverview()
  const overview = read && withDecisions(read, decisions, open)
  const pending = overview?.pending ?? (open && pendingAmong(open))
  const decided = decisions.filter(({ receipt }) => receipt).length
  // The service has decided something, so the figures have changed.
  useEffect(() => {
    if (decided > 0) void askAgain()
  }, [decided, askAgain])
  const people = overview && Object.values(overview.users).reduce((sum, n) => sum + n, 0)

  const go = (next: Tab) => setSearch(next === 'overview' ? {} : { tab: next })
  return (
    <Page>
      <div className={styles.screen}>
        <Tabs
          label={t('tabs.label')}
          current={tab}
          onChange={go}
          tabs={[
            { value: 'overview', label: t('tabs.overview') },
            { value: 'users', label: <Counted label={t('tabs.users')} count={people && number(people)} /> },
            { value: 'partners', label: <Counted label={t('tabs.partners')} count={pending?.partners} /> },
            { value: 'suppliers', label: <Counted label={t('tabs.suppliers')} count={pending?.suppliers} /> },
            { value: 'orders', label: t('tabs.orders') },
            { value: 'settings', label: t('tabs.settings') },
          ]}
        />
        <RunningDeletions deletions={deletions} me={me} />
        <RefusedDecisions {...applications} />
        {isTickets ? (
          <Suspense fallback={<Loading />}>
            <DeskTickets online={online} onDecided={askAgain} />
          </Suspense>
        ) : tab === 'users' ? (
          <Suspense fallback={<Loading />}>
            <UsersTab
              round={round}
              online={online}
              onClearAll={() => setClearing(true)}
              onDeleting={deletions.started}
            />
          </Suspense>
        ) : tab === 'settings' ? (
          <SettingsTab online={online} />
        ) : tab === 'partners' || tab === 'suppliers' ? (
          <ApplicationsTab of={tab} applications={applications} online={online} />
        ) : (
          <Read
            overview={overview}
            isFresh={answer?.ok === true}
            error={answer?.ok === false ? answer.error : undefined}
            onRetry={askAgain}
          >
            {(known) =>
              tab === 'overview' ? (
                <OverviewTab
                  overview={known}
                  name={account?.name ?? ''}
                  online={online}
                  onReview={go}
                  onClearAll={() => setClearing(true)}
                  onRetried={askAgain}
                />
              ) : (
                <OrdersTab orders={known.orders} />
              )
            }
          </Read>
        )}
        <ClearAll
          open={isClearing}
          counts={overview?.users}
          onClose={() => setClearing(false)}
          onStarted={deletions.started}
        />
      </div>
    </Page>
  )
}

function Counted({ label, count }: { label: string; count: string | number | undefined }) {
  return (
    <>
      <span>{label}</span>
      {count !== undefined && <span className={styles.count}>{count}</span>}
    </>
  )
}

interface ReadProps {
  overview: Overview | undefined
  /** False while only the figures of the last visit are known. */
  isFresh: boolean
  error: string | undefined
  onRetry: () => Promise<void>
  children: (overview: Overview) => ReactNode
}

/** Shows the figures, or why there are none, or from when they are. */
function Read({ overview, isFresh, error, onRetry, children }: ReadProps) {
  const { t } = useTranslation('desk')
  const { when } = useFormat()
  const problem = useDeskProblem()
  return (
    <>
      <LiveRegion>
        {error !== undefined && !isFresh && (
          <Banner
            tone="marigold"
            title={overview ? t('offline', { time: when(overview.at) }) : t('offlineNothing')}
            action={<Button onClick={onRetry}>{t('tryAgain')}</Button>}
          >
            <p>{error === 'network' ? !overview && t('offlineNothingText') : problem(error)}</p>
          </Banner>
        )}
      </LiveRegion>
      {overview ? children(overview) : error === undefined && <Loading />}
    </>
  )
}
