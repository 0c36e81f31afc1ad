import { ChevronDown, LogOut, ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { AccountSummary } from '../../data/session.ts'
import { link } from '../../paths.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import styles from './account-menu.module.css'
import { Dropdown } from './dropdown.tsx'
import { useAccountLinks } from './nav-links.ts'
import type { SignOut } from './sign-out.tsx'

/** The signed-in person on a desktop. */
export function AccountMenu({ account, signOut }: { account: AccountSummary; signOut: SignOut }) {
  return (
    <Dropdown
      className={styles.button}
      button={
        <>
          <Initials name={account.name} />
          <span className={styles.shortName}>{account.name}</span>
          {account.role === 'ADMIN' && <ShieldCheck className={styles.shield} aria-hidden="true" />}
          <ChevronDown aria-hidden="true" />
        </>
      }
    >
      {(close) => <AccountPanel account={account} onChoice={close} signOut={signOut} />}
    </Dropdown>
  )
}

/** Who, as what, and the ways from here; in the dropdown and in the phone's account sheet. */
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
  const links = useAccountLinks()
  return (
    <div>
      <div className={styles.who}>
        <Initials name={account.name} />
        <div className={styles.names}>
          <p className={styles.name}>{account.name}</p>
          <p className={styles.email}>{account.email}</p>
        </div>
        <RoleBadge role={account.role} />
      </div>
      <ul className={styles.links}>
        {links.map(({ to, label }) => (
          <li key={to}>
            <a href={link(to)} onClick={onChoice}>
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
            {signOut.isBusy ? t('signOut.busy') : t('nav.logout')}
          </button>
        </li>
      </ul>
    </div>
  )
}

function RoleBadge({ role }: { role: string }) {
  const { t } = useTranslation('shell')
  const names = new Map([
    ['ADMIN', t('role.admin')],
    ['PARTNER', t('role.partner')],
    ['SUPPLIER', t('role.supplier')],
    ['CUSTOMER', t('role.customer')],
  ])
  const name = names.get(role) ?? (role || t('role.user'))
  return role === 'ADMIN' ? (
    <Badge tone="leaf" icon={ShieldCheck}>
      {name}
    </Badge>
  ) : (
    <Badge tone="leaf">{name}</Badge>
  )
}

/** A picture of the name; drawn here, so that nobody outside is asked for one. */
function Initials({ name }: { name: string }) {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => firstLetter(word ?? ''))
  return (
    <span className={styles.initials} aria-hidden="true">
      {letters}
    </span>
  )
}

// A Devanagari letter keeps its vowel sign: the first sound, not the first code point.
const firstLetter = (word: string) =>
  [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(word)][0]?.segment.toLocaleUpperCase() ?? ''
