import { Bike, Flower2, House, type LucideIcon, Package, User } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { SignOut } from '../../../blocks/people/sign-out.tsx'
import { useSession } from '../../../data/use-session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { dashboardOf, link, paths } from '../../../paths.ts'
import { BasketIcon, ShopIcon } from '../../../ui/brand/mogra-icons.tsx'
import { CountBadge } from '../../../ui/buttons/count-badge.tsx'
import { VisuallyHidden } from '../../../ui/layout/visually-hidden.tsx'
import { Sheet } from '../../../ui/overlays/modal.tsx'
import { AccountPanel } from './account-menu.tsx'
import { useCart } from './cart-count.ts'
import styles from './tab-bar.module.css'

interface Tab {
  to: string
  label: string
  icon: LucideIcon
  isCurrent: boolean
  count?: number | undefined
}

const OWN = [paths.profile, paths.favourites, paths.driverProfile, paths.wholesaleProfile]

/** The five main screens at the bottom of a phone, within reach of the thumb. */
export function TabBar({ signOut }: { signOut: SignOut }) {
  const { t } = useTranslation('shell')
  const { pathname } = useLocation()
  const { account } = useSession()
  const cart = useCart()
  const dashboard = account && dashboardOf(account.role)
  const [isAccountOpen, setAccountOpen] = useState(false)
  const isAt = (...starts: string[]) => starts.some((start) => pathname.startsWith(start))

  const tabs: Tab[] = [
    { to: paths.home, label: t('tab.home'), icon: House, isCurrent: pathname === paths.home },
    { to: paths.browse, label: t('tab.shop'), icon: ShopIcon, isCurrent: isAt(paths.browse, paths.product('')) },
  ]
  if (cart) {
    const isCurrent = isAt(paths.cart, paths.checkout)
    tabs.push({ to: paths.cart, label: t('tab.cart'), icon: BasketIcon, isCurrent, ...cart })
  }
  if (dashboard) {
    const icon = account?.role === 'PARTNER' ? Bike : Flower2
    tabs.push({ to: dashboard, label: t('tab.dashboard'), icon, isCurrent: isAt(dashboard) })
  }
  tabs.push({
    to: paths.orderHistory,
    label: t('tab.orders'),
    icon: Package,
    isCurrent: isAt(paths.orderHistory, paths.orderTracking('')),
  })

  return (
    <nav className={styles.tabs} aria-label={t('tab.label')} data-shell-part="tabs">
      {tabs.map(({ to, label, icon: Icon, isCurrent, count }) => (
        <a key={to} className={styles.tab} href={link(to)} aria-current={isCurrent ? 'page' : undefined}>
          <Icon aria-hidden="true" />
          <span>
            <span>{label}</span>
            {count !== undefined && count > 0 && <VisuallyHidden>{` ${t('tab.count', { count })}`}</VisuallyHidden>}
          </span>
          {count !== undefined && <CountBadge count={count} />}
        </a>
      ))}
      {account ? (
        <button
          type="button"
          className={styles.tab}
          aria-haspopup="dialog"
          aria-current={isAt(...OWN) ? 'page' : undefined}
          onClick={() => setAccountOpen(true)}
        >
          <User aria-hidden="true" />
          <span>{t('tab.account')}</span>
        </button>
      ) : (
        <a
          className={styles.tab}
          href={link(paths.login)}
          aria-current={isAt(paths.login, paths.register, paths.profile) ? 'page' : undefined}
        >
          <User aria-hidden="true" />
          <span>{t('tab.account')}</span>
        </a>
      )}
      {account && (
        <Sheet open={isAccountOpen} onClose={() => setAccountOpen(false)} title={t('tab.account')}>
          <AccountPanel account={account} onChoice={() => setAccountOpen(false)} signOut={signOut} />
        </Sheet>
      )}
    </nav>
  )
}
