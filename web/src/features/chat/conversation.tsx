import { ChevronLeft, ChevronRight, Phone } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { type FlowerType, supportConversation } from '#model'
import { BulkTile } from '../../blocks/bulk/bulk-tile.tsx'
import { Avatar } from '../../blocks/conversations/avatar.tsx'
import { openConversation } from '../../blocks/conversations/open-conversation.ts'
import { addressOf, useContactWords } from '../../blocks/conversations/use-contact-words.ts'
import { lazyPart } from '../../blocks/sync/lazy-part.ts'
import type { ConversationView } from '../../data/conversations/messages.ts'
import { conversationMessages } from '../../data/conversations/messages.ts'
import type { Head, Subject } from '../../data/conversations/subject.ts'
import { useLive } from '../../data/use-live.ts'
import { useSession } from '../../data/use-session.ts'
import '../../i18n/chat-texts.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { link, paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/buttons/button.tsx'
import { IconButton, IconLink } from '../../ui/buttons/icon-button.tsx'
import { FlowerTile } from '../../ui/flowers/flower-tile.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Failed } from '../../ui/states/failed.tsx'
import { SkeletonLines } from '../../ui/states/skeleton.tsx'
import { Composer } from './composer.tsx'
import styles from './conversation.module.css'

/** Loaded apart, because an empty conversation needs neither the virtual list nor the search for links. */
const MessageList = lazyPart(async () => (await import('./message-list.tsx')).MessageList)

interface ConversationProps {
  /** The conversation's key. */
  conversation: string
  onBack: () => void
  /** Further buttons in the head, in the panel. */
  tools?: ReactNode
  /** The level of the name's heading: `h1` on a page, `h2` in the panel. */
  heading: 'h1' | 'h2'
}

/** Shows the other one, the order or the request, the messages, and the field for a new one. */
export function Conversation({ conversation, onBack, tools, heading }: ConversationProps) {
  const view = useLive(conversationMessages(conversation))
  if (view.status === 'failed') return <Failed error={view.error} />
  if (view.status === 'loading')
    return (
      <Frame onBack={onBack} tools={tools}>
        <div className={styles.waits}>
          <SkeletonLines count={6} />
        </div>
      </Frame>
    )
  const { head, messages } = view.data
  if (!head)
    return (
      <Frame onBack={onBack} tools={tools}>
        <Unknown heading={heading} />
      </Frame>
    )
  return (
    <Frame onBack={onBack} tools={tools} head={head} heading={heading}>
      {head.subject && <SubjectCard subject={head.subject} head={head} />}
      {messages.length === 0 || head.state === 'emptied' ? (
        <Empty head={head} />
      ) : (
        // The key resets the scrolled place and the fetched messages for another conversation.
        <Messages key={conversation} view={view.data} head={head} />
      )}
      <Foot key={`foot ${conversation}`} head={head} />
    </Frame>
  )
}

function Messages(props: { view: ConversationView; head: Head }) {
  const { nameOf } = useContactWords()
  return (
    <Suspense fallback={<div className={styles.waits} />}>
      <MessageList {...props} name={nameOf(props.head)} />
    </Suspense>
  )
}

interface FrameProps {
  onBack: () => void
  tools: ReactNode
  head?: Head
  heading?: 'h1' | 'h2'
  children: ReactNode
}

function Frame({ onBack, tools, head, heading: Heading = 'h2', children }: FrameProps) {
  const { t } = useTranslation('chat')
  const { nameOf } = useContactWords()
  const roles = t('roleLong', { returnObjects: true })
  return (
    <div className={styles.conversation}>
      <header className={styles.head} data-tools={tools !== undefined || undefined}>
        <IconButton icon={ChevronLeft} label={t('back')} onClick={onBack} />
        {head && (
          <div className={styles.other}>
            <Avatar name={head.name} role={head.role} size={44} />
            <div className={styles.who}>
              <Heading className={styles.name}>{nameOf(head)}</Heading>
              <p className={styles.role}>{roles[head.role]}</p>
            </div>
          </div>
        )}
        <div className={styles.tools}>
          {head?.phone !== undefined && (
            <IconLink icon={Phone} label={t('call', { name: nameOf(head) })} href={`tel:${head.phone}`} />
          )}
          {tools && <div className={styles.tools}>{tools}</div>}
        </div>
      </header>
      <div className={styles.body}>{children}</div>
    </div>
  )
}

/** The order or the request, which stays above its conversation. */
function SubjectCard({ subject, head }: { subject: Subject; head: Head }) {
  const { t } = useTranslation('chat')
  const { about } = useContactWords()
  const number = head.number ?? ''
  const place = subject.kind === 'delivery' ? subject.delivery.drop?.address : undefined
  return (
    <a className={styles.subject} href={addressOf(subject)}>
      <span className={styles.tile}>
        <SubjectTile subject={subject} />
      </span>
      <span className={styles.about}>
        <strong>{about(subject)}</strong>
        <span>{place ? t('about.where', { address: place, number }) : number}</span>
      </span>
      <ChevronRight aria-hidden="true" />
    </a>
  )
}

function SubjectTile({ subject }: { subject: Subject }) {
  if (subject.kind === 'request' || subject.kind === 'interest') {
    const types: readonly FlowerType[] = (subject.kind === 'request' ? subject.request : subject.interest).flowerTypes
    return <BulkTile flowerTypes={types} />
  }
  const image = subject.kind === 'order' ? subject.order.lines[0]?.image : subject.delivery.items?.[0]?.image
  return <FlowerTile thumb src={`/flowers/${image ?? 'mixed-bouquet'}.svg`} alt="" tone="rose" />
}

function Empty({ head }: { head: Head }) {
  const { t } = useTranslation('chat')
  const { nameOf } = useContactWords()
  const text = head.role === 'MOGRA' ? t('empty.mogra') : t('empty.other', { name: nameOf(head) })
  return (
    <div className={styles.empty}>
      <p>{head.state === 'emptied' ? t('empty.emptied') : text}</p>
    </div>
  )
}

/** The field for a new message, or why none can be sent and a button that leads to Mogra. */
function Foot({ head }: { head: Head }) {
  const { t } = useTranslation('chat')
  const { nameOf } = useContactWords()
  const { account } = useSession()
  if (head.state !== 'open')
    return (
      <div className={styles.closed} role="status">
        <p>{isBulk(head) ? t('closed.bulk') : t('closed.order')}</p>
        {account && account.role !== 'ADMIN' && (
          <Button onClick={() => openConversation(supportConversation(account.id))}>{t('closed.action')}</Button>
        )}
      </div>
    )
  const isPartner = account?.role === 'PARTNER' && head.role === 'CUSTOMER' && !isBulk(head)
  return <Composer conversation={head.key} name={nameOf(head)} hasQuickReplies={isPartner} />
}

const isBulk = ({ key }: Head) => key.startsWith('bulk-')

function Unknown({ heading }: { heading: 'h1' | 'h2' }) {
  const { t } = useTranslation('chat')
  return (
    <EmptyState
      heading={heading}
      picture="/flowers/white-lilies.svg"
      title={t('unknown.title')}
      action={<ButtonLink href={link(paths.chat)}>{t('unknown.action')}</ButtonLink>}
    >
      {t('unknown.text')}
    </EmptyState>
  )
}
