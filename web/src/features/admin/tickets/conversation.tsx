import { useEffect, useState } from 'react'
import { sendMessage, settleItem, supportConversation } from '#model'
import { LinkedText } from '../../../blocks/conversations/linked-text.tsx'
import { RoleBadge } from '../../../blocks/people/role-badge.tsx'
import type { Holder } from '../../../data/admin/holder.ts'
import type { DeskConversation } from '../../../data/admin/open-tickets.ts'
import { type SupportMessage, supportMessages, withNewest } from '../../../data/admin/support-messages.ts'
import type { TicketDecision } from '../../../data/admin/ticket-decisions.ts'
import { ask } from '../../../data/ask.ts'
import type { AttentionItem } from '../../../data/attention.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useProblem } from '../../../i18n/problem.ts'
import { useMessage } from '../../../i18n/use-message.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { LiveRegion } from '../../../ui/feedback/live-region.tsx'
import { useFocusRestore } from '../../../ui/layout/focus-restore.ts'
import { useIsInFront } from '../../../ui/layout/is-in-front.ts'
import { AnswerForm } from './answer-form.tsx'
import { DecisionStates } from './decision-states.tsx'
import { Taking } from './taking.tsx'
import styles from './tickets.module.css'

interface ConversationProps {
  conversation: DeskConversation
  holder: Holder | undefined
  waiting: readonly TicketDecision[]
  refused: readonly AttentionItem[]
  /** Whether its row is opened. */
  isOpen: boolean
  online: boolean
}

/**
 * A conversation that waits for Mogra's answer. An admin may send several answers, one after another, or close it if it
 * needs none.
 */
export function Conversation({ conversation, holder, waiting, refused, isOpen, online }: ConversationProps) {
  const { id, version, account, lastSeq, role } = conversation
  const isInFront = useIsInFront()
  const isRead = isOpen && isInFront && online
  useEffect(() => {
    if (isRead) void supportMessages.noteSeen(account, lastSeq)
  }, [isRead, account, lastSeq])
  const asked = waiting.map(({ intent }) => intent.kind)
  const isClosing = asked.includes('settle-item')
  const keptFocus = useFocusRestore(isClosing ? 'ul > li' : 'textarea')
  return (
    <div className={styles.ticket} {...keptFocus}>
      <p>
        <RoleBadge role={role} />
      </p>
      <Messages conversation={conversation} online={online} />
      {!isClosing && <Taking question={conversation} holder={holder} waiting={waiting} />}
      <DecisionStates waiting={waiting} refused={refused} holder={holder} />
      {!isClosing && (
        <AnswerForm
          id={id}
          onAnswer={(text) => ask(sendMessage, { conversation: supportConversation(account), text })}
          // An answer closes the row by itself.
          {...(!asked.includes('send-message') && {
            onClose: () => ask(settleItem, { item: id, version, outcome: 'closed' }),
          })}
        />
      )}
    </div>
  )
}

/** Shows the last messages, and earlier ones that were read from the service. */
function Messages({ conversation, online }: Pick<ConversationProps, 'conversation' | 'online'>) {
  const { t } = useTranslation('desk')
  const { when } = useFormat()
  const problem = useProblem()
  const { messages, hasEarlier, readEarlier } = useMessages(conversation)
  const [error, setError] = useMessage({ t, problem })
  const [isBusy, setBusy] = useState(false)
  const keptFocus = useFocusRestore('li')
  const { name } = conversation
  const read = async () => {
    setBusy(true)
    const failure = await readEarlier()
    setBusy(false)
    setError(
      failure === undefined
        ? undefined
        : ({ t, problem }) => (failure === 'network' ? t('tickets.earlierOffline') : problem(failure)),
    )
  }
  return (
    <div className={styles.ticket} {...keptFocus}>
      {hasEarlier &&
        (online ? (
          <p className={styles.acts}>
            <Button variant="quiet" busy={isBusy} onClick={read}>
              {t('tickets.earlier')}
            </Button>
          </p>
        ) : (
          <p className={styles.quiet}>{t('tickets.earlierOffline')}</p>
        ))}
      <LiveRegion>{online && error !== undefined && <Banner tone="marigold" title={error} />}</LiveRegion>
      <ol className={styles.messages} aria-label={t('tickets.messages', { name })}>
        {messages.map(({ seq, mogra, text, at }) => (
          <li key={seq} className={styles.message} data-mogra={mogra || undefined}>
            <p className={styles.bubble}>{text === undefined ? t('tickets.erased') : <LinkedText text={text} />}</p>
            <p className={styles.time}>{`${mogra ? t('tickets.mogra') : name}, ${when(at)}`}</p>
          </li>
        ))}
      </ol>
    </div>
  )
}

/**
 * Keeps the messages of the row, which follow the feed, and earlier ones. `readEarlier` returns the error if it failed.
 */
function useMessages({ account, messages: newest }: DeskConversation) {
  const [known, setKnown] = useState<readonly SupportMessage[]>(newest)
  const [follows, setFollows] = useState<readonly SupportMessage[]>(newest)
  const [isWhole, setWhole] = useState(false)
  if (follows !== newest) {
    const next = withNewest(known, newest)
    setFollows(newest)
    setKnown(next)
    if (next === newest) setWhole(false)
  }
  const first = known[0]?.seq ?? 1
  const readEarlier = async (): Promise<string | undefined> => {
    const found = await supportMessages.before(account, first)
    if (!found.ok) return found.error
    const { messages, isFirst } = found.value
    setKnown((now) => (now[0]?.seq === first ? [...messages.filter(({ seq }) => seq < first), ...now] : now))
    setWhole(isFirst || messages.length === 0)
    return undefined
  }
  return { messages: known, hasEarlier: !isWhole && first > 1, readEarlier }
}
