import { ChevronLeft, Menu, RefreshCw, X } from 'lucide-react'
import { Suspense, useCallback, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { SignOut } from '../../../blocks/people/sign-out.tsx'
import { useSession } from '../../../data/use-session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { link, paths } from '../../../paths.ts'
import { Logo } from '../../../ui/brand/logo.tsx'
import { BasketIcon } from '../../../ui/brand/mogra-icons.tsx'
import { ButtonLink } from '../../../ui/buttons/button.tsx'
import { IconButton, IconLink } from '../../../ui/buttons/icon-button.tsx'
import { useGoBack } from '../../../ui/layout/go-back.ts'
import { ErrorBoundary } from '../../error-boundary.tsx'
import { useUpdate } from '../../update.ts'
import { SyncStatusChip } from '../status/sync-status-chip.tsx'
import { AccountMenu } from './account-menu.tsx'
import { useCart } from './cart-count.ts'
import { ChatLink } from './chat-parts.ts'
import styles from './header.module.css'
import { LanguageToggle } from './language-toggle.tsx'
import { useTopLinks, useVisitorLinks } from './nav-links.ts'
import { PhoneMenu } from './phone-menu.tsx'

export interface HeaderProps {
  /** The screen's name, shown beside the Back button. */
  title: string | undefined
  back: string | undefined
  signOut: SignOut
}

export function Header({ title, back, signOut }: HeaderProps) {
  const { t } = useTranslation('shell')
  const { pathname } = useLocation()
  const { account } = useSession()
  const topLinks = useTopLinks()
  const visitorLinks = useVisitorLinks()
  const cart = useCart()
  const update = useUpdate()
  // The menu is open on this screen only: a navigation closes it.
  const [menuOpenAt, setMenuOpenAt] = useState<string>()
  const isMenuOpen = menuOpenAt === pathname
  const menuButton = useRef<HTMLButtonElement>(null)
  const closeMenu = useCallback(() => setMenuOpenAt(undefined), [])
  const goBack = useGoBack(back ?? paths.home)

  return (
    <header className={styles.header} data-back={back ? '' : undefined} data-titled={title ? '' : undefined}>
      <div className={styles.bar}>
        {back && (
          <div className={styles.back}>
            <IconButton icon={ChevronLeft} label={t('back')} onClick={goBack} />
            {title && (
              <span className={styles.title} aria-hidden="true">
                {title}
              </span>
            )}
          </div>
        )}
        <a className={styles.brand} href={link(paths.home)} aria-label={t('nav.homeOf')}>
          <Logo />
        </a>
        <nav className={styles.nav} aria-label={t('nav.label')}>
          <ul>
            {topLinks.map(({ to, label }) => (
              <li key={to}>
                <a href={link(to)} aria-current={pathname === to ? 'page' : undefined}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.tools}>
          <SyncStatusChip />
          {update && (
            <IconButton icon={RefreshCw} label={t('worker.updateNow')} onClick={update} className={styles.update} />
          )}
          <LanguageToggle />
          {account && (
            <span
              className={styles.chat}
              data-shell-part="header-chat"
              data-on-desktop={pathname === paths.driverDashboard || undefined}
            >
              <ErrorBoundary isSilent>
                <Suspense>
                  <ChatLink />
                </Suspense>
              </ErrorBoundary>
            </span>
          )}
          {cart && (
            <span
              className={styles.cart}
              data-shell-part="header-cart"
              data-hidden-here={pathname === paths.cart || pathname === paths.checkout || undefined}
            >
              <IconLink
                icon={BasketIcon}
                label={cart.count === undefined ? t('tab.cart') : t('nav.cartCount', { count: cart.count })}
                href={link(paths.cart)}
                count={cart.count}
                aria-current={pathname === paths.cart ? 'page' : undefined}
              />
            </span>
          )}
          <span className={styles.desktop}>
            {account ? (
              <AccountMenu account={account} signOut={signOut} />
            ) : (
              visitorLinks.map(({ to, label }, n) => (
                <ButtonLink
                  key={to}
                  variant={n === 0 ? 'quiet' : 'secondary'}
                  href={link(to)}
                  aria-current={pathname === to ? 'page' : undefined}
                >
                  {label}
                </ButtonLink>
              ))
            )}
          </span>
          <span className={styles.menuButton}>
            <IconButton
              ref={menuButton}
              icon={isMenuOpen ? X : Menu}
              label={t('nav.menu')}
              aria-expanded={isMenuOpen}
              aria-controls="phone-menu"
              onClick={() => setMenuOpenAt(isMenuOpen ? undefined : pathname)}
            />
          </span>
        </div>
      </div>
      <PhoneMenu id="phone-menu" button={menuButton} open={isMenuOpen} onClose={closeMenu} signOut={signOut} />
    </header>
  )
}
