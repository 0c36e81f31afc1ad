import { Bike, Flower2, type LucideIcon, MessageCircle, NotepadText, TriangleAlert, User } from 'lucide-react'
import type { MouseEvent } from 'react'
import { type ContactRole, dayOf, supportConversation } from '#model'
import { Avatar } from '../../blocks/conversations/avatar.tsx'
import { useContactWords } from '../../blocks/conversations/use-contact-words.ts'
import { now } from '../../clock/page-clock.ts'
import { whatsAppLink } from '../../contact.ts'
import { useCompany } from '../../data/catalogue/company.ts'
import { type Contact, contacts } from '../../data/conversations/contacts.ts'
import { useLive } from '../../data/use-live.ts'
import type { AccountSummary } from '../../data/use-session.ts'
import '../../i18n/chat-texts.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { link, paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx'
import { Failed } from '../../ui/states/failed.tsx'
import { SkeletonLines } from '../../ui/states/skeleton.tsx'
import styles from './contact-list.module.css'

interface ContactListProps {
  account: AccountSummary
  /** Opens a conversation here; without it, each is a link to its page. */
  onOpen?: (key: string) => void
}

/** Lists the newest conversations, always with that with Mogra, and a link to WhatsApp. */
export function ContactList({ account, onOpen }: ContactListProps) {
  const { t } = useTranslation('chat')
  const found = useLive(contacts)
  const company = useCompany()
  if (found.status === 'loading') return <SkeletonLines count={8} />
  if (found.status === 'failed') return <Failed error={found.error} />
  const shown = withMogra(found.data, account)
  return (
    <>
      {shown.length === 0 && <p>{t('list.none')}</p>}
      {shown.length > 0 && (
        <ul className={styles.list} aria-label={t('list.label')}>
          {shown.map((contact) => (
            <li key={contact.key}>
              <ContactRow contact={contact} onOpen={onOpen} />
            </li>
          ))}
        </ul>
      )}
      {company && (
        <ButtonLink
          block
          size="large"
          href={whatsAppLink(company, t('greeting', { name: account.name }))}
          target="_blank"
          rel="noopener noreferrer"
        >
          <MessageCircle aria-hidden="true" />
          <span>{t('whatsApp')}</span>
        </ButtonLink>
      )}
    </>
  )
}

/** Adds the conversation with Mogra if it has not begun. Admins have none, because they answer in the desk. */
function withMogra(found: readonly Contact[], { id, role }: AccountSummary): readonly Contact[] {
  const key = supportConversation(id)
  if (role === 'ADMIN' || found.some((contact) => contact.key === key)) return found
  return [...found, { key, name: '', role: 'MOGRA', state: 'open', hasFailed: false, unread: 0 }]
}

interface ContactRowProps {
  contact: Contact
  onOpen: ((key: string) => void) | undefined
}

function ContactRow({ contact, onOpen }: ContactRowProps) {
  const { t } = useTranslation('chat')
  const { nameOf } = useContactWords()
  const { key, name, role, unread, at } = contact
  const open = (event: MouseEvent) => {
    if (!onOpen || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onOpen(key)
  }
  return (
    <a
      className={styles.row}
      href={link(paths.conversation(key))}
      data-contact={key}
      data-unread={unread > 0 || undefined}
      onClick={open}
    >
      <Avatar name={name} role={role} size={44} />
      <span className={styles.words}>
        <span className={styles.top}>
          <span className={styles.name} aria-hidden={unread > 0 || undefined}>
            {nameOf(contact)}
          </span>
          {unread > 0 && <VisuallyHidden>{t('list.open', { count: unread, name: nameOf(contact) })}</VisuallyHidden>}
          {at !== undefined && <ListTime at={at} />}
        </span>
        <span className={styles.top}>
          <LastLine contact={contact} />
          {unread > 0 && (
            <span className={styles.count} aria-hidden="true">
              {unread}
            </span>
          )}
        </span>
        <About contact={contact} />
      </span>
    </a>
  )
}

const DAY_MS = 86_400_000

/** Shows the time if it was today, otherwise "Yesterday" or the day. */
function ListTime({ at }: { at: string }) {
  const { t } = useTranslation('chat')
  const { time, day } = useFormat()
  const itsDay = dayOf(new Date(at))
  const isYesterday = itsDay === dayOf(new Date(now().getTime() - DAY_MS))
  const text = itsDay === dayOf(now()) ? time(at) : isYesterday ? t('log.yesterday') : day(at)
  return <span className={styles.time}>{text}</span>
}

/** Shows what needs this person first: a refused message, then a draft, then the last message. */
function LastLine({ contact }: { contact: Contact }) {
  const { t } = useTranslation('chat')
  const { hasFailed, draft, last, role } = contact
  if (hasFailed)
    return (
      <span className={styles.last} data-tone="rose">
        <TriangleAlert aria-hidden="true" />
        <span>{t('list.failed')}</span>
      </span>
    )
  if (draft !== undefined)
    return (
      <span className={styles.last} data-tone="marigold">
        <NotepadText aria-hidden="true" />
        <span dir="auto">{t('list.draft', { text: draft })}</span>
      </span>
    )
  if (!last) return <span className={styles.last}>{role === 'MOGRA' ? t('list.begin') : null}</span>
  const text = last.mine ? t('list.mine', { text: last.text }) : last.text
  return (
    <span className={styles.last}>
      <span dir="auto">{text}</span>
    </span>
  )
}

const ICONS: Record<Exclude<ContactRole, 'MOGRA'>, LucideIcon> = { CUSTOMER: User, PARTNER: Bike, SUPPLIER: Flower2 }

/** Shows the other one's role and what the conversation is about. */
function About({ contact: { role, subject, state, number } }: { contact: Contact }) {
  const { t } = useTranslation('chat')
  const { about, roleOf } = useContactWords()
  if (role === 'MOGRA') return null
  const words = about(subject) ?? number
  const closed = words === undefined ? t('list.closedAlone') : t('list.closed', { about: words })
  return (
    <span className={styles.about}>
      <Badge icon={ICONS[role]}>{roleOf(role)}</Badge>
      <span className={styles.subject}>{state === 'open' ? words : closed}</span>
    </span>
  )
}
