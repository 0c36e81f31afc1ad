import { Suspense, useEffect, useRef } from 'react'
import { matchPath, useLocation, useRoutes } from 'react-router-dom'
import { NoticeToasts } from '../../blocks/notices/notice-toasts.tsx'
import { useSignOut } from '../../blocks/people/sign-out.tsx'
import { useSession } from '../../data/use-session.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ToastRegion } from '../../ui/overlays/toasts.tsx'
import { Loading } from '../../ui/states/loading.tsx'
import { useDoubleTapGuard } from '../double-tap-guard.ts'
import { ErrorBoundary } from '../error-boundary.tsx'
import { NavigationArrival, RouteTitle, useHashLinks, useScrollPosition } from '../navigation.tsx'
import { routes, useRouteTitles } from '../routes/routes.ts'
import { preloadScreens, type RouteName } from '../routes/screen.ts'
import { Footer } from './footer.tsx'
import { ChatWidget } from './navigation/chat-parts.ts'
import { Header } from './navigation/header.tsx'
import { TabBar } from './navigation/tab-bar.tsx'
import styles from './shell.module.css'
import { ApplicationBar } from './status/application-bar.tsx'
import { ClockNotice } from './status/clock-notice.tsx'
import { OfflineBar } from './status/offline-bar.tsx'

const names = Object.keys(routes) as RouteName[]
const screens = Object.values(routes).map(({ pattern, Screen }) => ({ path: pattern, element: <Screen /> }))

/** The header, footer and bars around the screens. */
export function Shell() {
  const { t } = useTranslation('common')
  const { t: tShell } = useTranslation('shell')
  const { pathname } = useLocation()
  const titles = useRouteTitles()
  const main = useRef<HTMLElement>(null)
  const { account } = useSession()
  const { signOut, question } = useSignOut()
  useScrollPosition()
  useHashLinks()
  useDoubleTapGuard()
  useEffect(() => void preloadScreens(), [])

  const screen = useRoutes(screens)
  const name = names.find((candidate) => matchPath(routes[candidate].pattern, pathname)) ?? 'notFound'

  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main">
        {tShell('skip')}
      </a>
      <OfflineBar />
      <ApplicationBar />
      <Header title={routes[name].hasBarTitle ? titles[name] : undefined} back={routes[name].back} signOut={signOut} />
      <main ref={main} id="main" tabIndex={-1} className={styles.main}>
        {/* Set outside the screen, so that the tab has its title, in the person's language, while the first chunk loads. */}
        <RouteTitle
          key={pathname}
          title={name === 'home' ? titles.home : t('documentTitle', { title: titles[name] })}
        />
        {/* The old screen stays until the new one's chunk is loaded; only the very first shows the fallback. */}
        <Suspense fallback={<Loading />}>
          <ErrorBoundary key={pathname}>{screen}</ErrorBoundary>
          <NavigationArrival main={main} />
        </Suspense>
      </main>
      {/* Before the footer: the keyboard reaches Undo before the message goes. */}
      <ToastRegion />
      {account && (
        <ErrorBoundary isSilent>
          <Suspense>
            <ChatWidget />
          </Suspense>
        </ErrorBoundary>
      )}
      <Footer />
      <TabBar signOut={signOut} />
      <NoticeToasts />
      <ClockNotice />
      {question}
    </div>
  )
}
