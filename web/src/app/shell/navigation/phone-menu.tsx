import { ChevronRight } from 'lucide-react'
import { type RefObject, useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import type { SignOut } from '../../../blocks/people/sign-out.tsx'
import { useSession } from '../../../data/use-session.ts'
import { useSyncStatus } from '../../../data/use-sync-status.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { link, paths } from '../../../paths.ts'
import { ButtonLink } from '../../../ui/buttons/button.tsx'
import { SyncChip } from '../../../ui/progress/sync-chip.tsx'
import { useSyncStatusTexts } from '../status/sync-status-texts.ts'
import { AccountPanel } from './account-menu.tsx'
import { type NavLink, useTopLinks, useVisitorLinks } from './nav-links.ts'
import styles from './phone-menu.module.css'

export interface PhoneMenuProps {
  id: string
  /** The button that opened the menu, and gets the focus back. */
  button: RefObject<HTMLButtonElement | null>
  open: boolean
  onClose: () => void
  signOut: SignOut
}

/** The links that the header shows on a desktop, in a menu. */
export function PhoneMenu({ id, button, open, onClose, signOut }: PhoneMenuProps) {
  const { t } = useTranslation('shell')
  const { pathname } = useLocation()
  const { account } = useSession()
  const status = useSyncStatus()
  const { stage, title, note } = useSyncStatusTexts(status)
  const { when } = useFormat()
  const contact = status.lastContactAt && t('sync.lastContact', { time: when(status.lastContactAt) })
  const topLinks = useTopLinks()
  const visitorLinks = useVisitorLinks()

  useEffect(() => {
    if (!open) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      onClose()
      button.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [open, onClose, button])

  const toLink = ({ to, label }: NavLink, className?: string) => (
    <li key={to} className={className}>
      <a className={styles.link} href={link(to)} aria-current={pathname === to ? 'page' : undefined} onClick={onClose}>
        <span>{label}</span>
        <ChevronRight aria-hidden="true" />
      </a>
    </li>
  )

  return (
    <div id={id} className={styles.menu} hidden={!open}>
      <nav aria-label={t('nav.label')}>
        <ul>
          {topLinks.map((one) => toLink(one))}
          {!account && visitorLinks.map((one) => toLink(one, styles.onPhone))}
        </ul>
      </nav>
      <div className={styles.onPhone}>
        {account && <AccountPanel account={account} onChoice={onClose} signOut={signOut} />}
        <SyncChip
          stage={stage}
          title={title}
          note={
            <>
              <span>{`${note} `}</span>
              <span>{contact}</span>
            </>
          }
        />
        {!account && (
          <ButtonLink variant="primary" size="large" block href={link(paths.browse)} onClick={onClose}>
            {t('nav.orderNow')}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}
