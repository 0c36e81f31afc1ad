import { useRef } from 'react'
import { formatPhone } from '#model'
import { TicketThread } from '../../../blocks/support/ticket-thread.tsx'
import type { DeskTicket } from '../../../data/admin/desk.ts'
import type { TicketDecision } from '../../../data/admin/ticket-decisions.ts'
import { type AttentionItem, attention } from '../../../data/attention.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useProblem } from '../../../i18n/problem.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { LiveRegion } from '../../../ui/feedback/live-region.tsx'
import { saveOrToast } from '../../../ui/feedback/save-or-toast.ts'
import { Accordion, AccordionItem } from '../../../ui/layout/accordion.tsx'
import { useFocusRestore } from '../../../ui/layout/focus-restore.ts'
import { SyncGlyph } from '../../../ui/progress/sync-glyph.tsx'
import { OPEN } from '../lists/desk-keys.ts'
import { DeskKeys } from '../lists/desk-keys-help.tsx'
import { AnswerForm } from './answer-form.tsx'
import styles from './tickets.module.css'

interface TicketListProps {
  label: string
  tickets: readonly DeskTicket[]
  /** The admin's decisions about a ticket that the list does not contain yet. */
  waitingOf: (ticket: DeskTicket) => readonly TicketDecision[]
  /** The admin's refused decisions about a ticket, until the admin puts them away. */
  refusedOf: (ticket: DeskTicket) => readonly AttentionItem[]
}

/** A list of tickets, which an admin opens, reads, answers and closes. */
export function TicketList({ label, tickets, waitingOf, refusedOf }: TicketListProps) {
  const { t } = useTranslation('desk')
  const list = useRef<HTMLDivElement>(null)
  const focusNext = (step: 1 | -1) => {
    const heads = [...(list.current?.querySelectorAll('summary') ?? [])]
    const at = heads.indexOf(document.activeElement as HTMLElement)
    heads[Math.min(Math.max(at + step, 0), heads.length - 1)]?.focus()
  }

  return (
    <div ref={list} className={styles.list}>
      <Accordion label={label}>
        {tickets.map((ticket) => (
          <AccordionItem key={ticket.id} head={<Head ticket={ticket} />}>
            <Ticket ticket={ticket} waiting={waitingOf(ticket)} refused={refusedOf(ticket)} />
          </AccordionItem>
        ))}
      </Accordion>
      <DeskKeys
        keys={[
          { key: 'j', does: t('keys.next'), act: () => focusNext(1) },
          { key: 'k', does: t('keys.previous'), act: () => focusNext(-1) },
          { key: OPEN, does: t('keys.open') },
        ]}
      />
    </div>
  )
}

function Head({ ticket: { subject, number, name, at } }: { ticket: DeskTicket }) {
  const { when } = useFormat()
  return (
    <>
      <span className={styles.subject}>{subject}</span>
      <span className={styles.about}>{`${name} · ${when(at)} · ${number}`}</span>
    </>
  )
}

interface TicketProps {
  ticket: DeskTicket
  waiting: readonly TicketDecision[]
  refused: readonly AttentionItem[]
}

function Ticket({ ticket, waiting, refused }: TicketProps) {
  const { t } = useTranslation('desk')
  const { t: support } = useTranslation('support')
  const { category, email, phone, orderNumber, job, message, answers, closingNote } = ticket
  const jobs: Record<string, string> = support('jobs', { returnObjects: true })
  // A second decision would carry a version that the first one makes old.
  const mayDecide = ticket.state !== 'closed' && waiting.length === 0
  const keptFocus = useFocusRestore(waiting.length > 0 ? 'li' : mayDecide ? 'textarea' : 'p')
  return (
    <div className={styles.ticket} {...keptFocus}>
      <p className={styles.from}>
        <span>{support('form.categories', { returnObjects: true })[category]}</span>
        {orderNumber && <span>{orderNumber}</span>}
        {job && <span>{jobs[job] ?? job}</span>}
        {email && <a href={`mailto:${email}`}>{email}</a>}
        {phone && <a href={`tel:${phone}`}>{formatPhone(phone)}</a>}
      </p>
      <TicketThread message={message} answers={answers} />
      {closingNote && <p className={styles.quiet}>{t('tickets.note', { note: closingNote })}</p>}
      <LiveRegion>{waiting.length > 0 && <Waiting decisions={waiting} />}</LiveRegion>
      <LiveRegion role="alert">{refused.length > 0 && <Refused items={refused} />}</LiveRegion>
      {mayDecide && <AnswerForm ticket={ticket} />}
    </div>
  )
}

/** The admin's own decisions, from "saved on this phone" on. */
function Waiting({ decisions }: { decisions: readonly TicketDecision[] }) {
  const { t } = useTranslation('desk')
  const saved = { 'answer-ticket': t('tickets.answerSaved'), 'settle-item': t('tickets.closingSaved') }
  const sent = { 'answer-ticket': t('tickets.answerSent'), 'settle-item': t('tickets.closingSent') }
  return (
    <ul className={styles.waiting}>
      {decisions.map(({ intent, sentAt, receipt }) => {
        const stage = receipt ? 'confirmed' : sentAt ? 'sent' : 'saved'
        const says = stage === 'saved' ? saved : sent
        return (
          <li key={intent._id}>
            {intent.kind === 'answer-ticket' && <p className={styles.said}>{intent.payload.text}</p>}
            <p className={styles.state}>
              <SyncGlyph stage={stage} size={22} />
              <span>{says[intent.kind]}</span>
            </p>
          </li>
        )
      })}
    </ul>
  )
}

function Refused({ items }: { items: readonly AttentionItem[] }) {
  const { t } = useTranslation('desk')
  const problem = useProblem()
  return (
    <div className={styles.ticket}>
      {items.map(({ id, reason, intent }) => (
        <Banner
          key={id}
          tone="rose"
          title={problem(reason)}
          action={<Button onClick={() => void saveOrToast(attention.putAway(id))}>{t('tickets.understood')}</Button>}
        >
          {intent?.kind === 'answer-ticket' && <p className={styles.said}>{intent.payload.text}</p>}
        </Banner>
      ))}
    </div>
  )
}
