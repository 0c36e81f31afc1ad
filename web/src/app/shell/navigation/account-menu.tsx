import { ChevronDown, LogOut, ShieldCheck } from 'lucide-react'
import { useLocation } from 'react-router-dom'
import { Initials } from '../../../blocks/people/initials.tsx'
import { RoleBadge } from '../../../blocks/people/role-badge.tsx'
import type { SignOut } from '../../../blocks/people/sign-out.tsx'
import { ownProfile } from '../../../data/people/profile.ts'
import { useLive } from '../../../data/use-live.ts'
import type { AccountSummary } from '../../../data/use-session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { link } from '../../../paths.ts'
import { Dropdown } from '../../../ui/overlays/dropdown.tsx'
import styles from './account-menu.module.css'
import { useAccountLinks } from './nav-links.ts'

/** The menu of the signed-in person on a desktop. */
export function AccountMenu({ account, signOut }: { account: AccountSummary; signOut: SignOut }) {
  const name = useOwnName(account)
  return (
    <Dropdown
      className={styles.button}
      button={
        <>
          <Initials name={name} />
          <span className={styles.shortName}>{name}</span>
          {account.role === 'ADMIN' && <ShieldCheck className={styles.shield} aria-hidden="true" />}
          <ChevronDown aria-hidden="true" />
        </>
      }
    >
      {(close) => <AccountPanel account={account} onChoice={close} signOut={signOut} />}
    </Dropdown>
  )
}

/** The account's name, role and links, in the dropdown and in the phone's account sheet. */
export function AccountPanel({
  account,
  onChoice,
  signOut,
}: {
  account: AccountSummary
  onChoice: () => void
  signOut: SignOut
}) {
  const { t } = useTranslation('shell')
  const { pathname } = useLocation()
  const links = useAccountLinks()
  const name = useOwnName(account)
  return (
    <div>
      <div className={styles.who}>
        <Initials name={name} />
        <div className={styles.names}>
          <p className={styles.name}>{name}</p>
          <p className={styles.email}>{account.email}</p>
          <RoleBadge role={account.role} />
        </div>
      </div>
      <ul className={styles.links}>
        {links.map(({ to, label }) => (
          <li key={to}>
            <a href={link(to)} aria-current={pathname === to ? 'page' : undefined} onClick={onChoice}>
              {label}
            </a>
          </li>
        ))}
        <li>
          <button
            type="button"
            disabled={signOut.isBusy}
            onClick={() => {
              onChoice()
              signOut.start()
            }}
          >
            <LogOut aria-hidden="true" />
            <span>{signOut.isBusy ? t('signOut.busy') : t('nav.logout')}</span>
          </button>
        </li>
      </ul>
    </div>
  )
}

/** The name as it was changed here, even if the service has not decided the change yet. */
function useOwnName(account: AccountSummary): string {
  const profile = useLive(ownProfile)
  return (profile.status === 'ready' && profile.data.name) || account.name
}
