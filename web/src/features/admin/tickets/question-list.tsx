import { useRef, useState } from 'react'
import { now } from '../../../clock/page-clock.ts'
import { holderOf } from '../../../data/admin/holder.ts'
import { isConversation, isWaiting, type Question } from '../../../data/admin/open-tickets.ts'
import { decidedTicket, decisionsAbout, type TicketDecision } from '../../../data/admin/ticket-decisions.ts'
import type { AttentionItem } from '../../../data/attention.ts'
import { useSession } from '../../../data/use-session.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { AccordionItem, LongAccordion } from '../../../ui/layout/accordion.tsx'
import { OPEN } from '../lists/desk-keys.ts'
import { DeskKeys } from '../lists/desk-keys-help.tsx'
import { Conversation } from './conversation.tsx'
import { take, useHolder } from './taking.tsx'
import { Ticket } from './ticket.tsx'
import styles from './tickets.module.css'

interface QuestionListProps {
  label: string
  questions: readonly Question[]
  /** This admin's decisions, with how far each has got. */
  decisions: readonly TicketDecision[]
  /** The admin's refused decisions, until the admin puts them away. */
  refused: readonly AttentionItem[]
  online: boolean
}

/** A list of tickets and conversations, which an admin opens, takes, answers and closes. */
export function QuestionList({ label, questions, decisions, refused, online }: QuestionListProps) {
  const { t } = useTranslation('desk')
  const { account } = useSession()
  const list = useRef<HTMLDivElement>(null)
  const heads = () => [...(list.current?.querySelectorAll('summary') ?? [])]
  const focused = () => heads().indexOf(document.activeElement as HTMLElement)
  const focusNext = (step: 1 | -1) => {
    const all = heads()
    all[Math.min(Math.max(focused() + step, 0), all.length - 1)]?.focus()
  }
  const answerFocused = () => {
    const details = heads()[focused()]?.closest('details')
    const field = details?.querySelector('textarea')
    if (!details || !field) return
    details.open = true
    field.focus()
  }
  const takeFocused = () => {
    const question = questions[focused()]
    if (!account || !question || !isWaiting(question)) return
    const asked = decisionsAbout(decisions, question)
    const holder = holderOf(question, decisions, account)
    const isTaken = holder !== undefined && new Date(holder.until) > now()
    if (!isTaken && asked.every(({ intent }) => intent.kind !== 'take-ticket')) take(question)
  }

  return (
    <div ref={list} className={styles.list}>
      <LongAccordion label={label} items={questions}>
        {(question) => (
          <Item
            key={question.id}
            question={question}
            decisions={decisions}
            refused={refused.filter(({ intent }) => intent && decidedTicket(intent) === question.id)}
            online={online}
          />
        )}
      </LongAccordion>
      <DeskKeys
        keys={[
          { key: 'j', does: t('keys.next'), act: () => focusNext(1) },
          { key: 'k', does: t('keys.previous'), act: () => focusNext(-1) },
          { key: OPEN, does: t('keys.open') },
          { key: 'a', does: t('keys.answer'), act: answerFocused },
          { key: 't', does: t('keys.take'), act: takeFocused },
        ]}
      />
    </div>
  )
}

interface ItemProps extends Pick<QuestionListProps, 'decisions' | 'refused' | 'online'> {
  question: Question
}

function Item({ question, decisions, refused, online }: ItemProps) {
  const [isOpen, setOpen] = useState(false)
  const holder = useHolder(question, decisions)
  const about = { holder, waiting: decisionsAbout(decisions, question), refused }
  return (
    <AccordionItem head={<Head question={question} holder={holder} />} onToggle={setOpen}>
      {isConversation(question) ? (
        <Conversation conversation={question} {...about} isOpen={isOpen} online={online} />
      ) : (
        <Ticket ticket={question} {...about} />
      )}
    </AccordionItem>
  )
}

interface HeadProps {
  question: Question
  holder: ReturnType<typeof useHolder>
}

function Head({ question, holder }: HeadProps) {
  const { t } = useTranslation('desk')
  const { t: common } = useTranslation('common')
  const { time, when } = useFormat()
  const { name, at } = question
  const roles = {
    CUSTOMER: common('role.customer'),
    PARTNER: common('role.partner'),
    SUPPLIER: common('role.supplier'),
    ADMIN: common('role.admin'),
  }
  const [subject, about] = isConversation(question)
    ? [name, `${roles[question.role]} · ${t('tickets.since', { time: when(at) })}`]
    : [question.subject, `${name} · ${when(at)} · ${question.number}`]
  return (
    <>
      <span className={styles.subject}>{subject}</span>
      <span className={styles.about}>{about}</span>
      {isConversation(question) && <span className={styles.last}>{question.messages.at(-1)?.text}</span>}
      {holder && (
        <span className={styles.about}>
          {holder.isMe
            ? t('tickets.takenByYou', { time: time(holder.until) })
            : t('tickets.takenBy', { name: holder.name, time: time(holder.until) })}
        </span>
      )}
    </>
  )
}
