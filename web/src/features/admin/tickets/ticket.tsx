import { answerTicket, formatPhone, settleItem, ulidOf } from '#model'
import { TicketThread } from '../../../blocks/support/ticket-thread.tsx'
import type { DeskTicket } from '../../../data/admin/desk.ts'
import type { Holder } from '../../../data/admin/holder.ts'
import type { TicketDecision } from '../../../data/admin/ticket-decisions.ts'
import { ask } from '../../../data/ask.ts'
import type { AttentionItem } from '../../../data/attention.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useFocusRestore } from '../../../ui/layout/focus-restore.ts'
import { AnswerForm } from './answer-form.tsx'
import { DecisionStates } from './decision-states.tsx'
import { Taking } from './taking.tsx'
import styles from './tickets.module.css'

interface TicketProps {
  ticket: DeskTicket
  holder: Holder | undefined
  waiting: readonly TicketDecision[]
  refused: readonly AttentionItem[]
}

export function Ticket({ ticket, holder, waiting, refused }: TicketProps) {
  const { t } = useTranslation('desk')
  const { t: support } = useTranslation('support')
  const { id, version, state, category, email, phone, orderNumber, job, message, answers, closingNote } = ticket
  const hint = useAnswerHint(ticket)
  const jobs: Record<string, string> = support('jobs', { returnObjects: true })
  // A second answer would name a version that the first one makes old. Taking a ticket makes none old.
  const mayDecide = state !== 'closed' && waiting.every(({ intent }) => intent.kind === 'take-ticket')
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
      {state === 'open' && mayDecide && <Taking question={ticket} holder={holder} waiting={waiting} />}
      <DecisionStates waiting={waiting} refused={refused} holder={holder} />
      {mayDecide && (
        <AnswerForm
          id={id}
          hint={hint}
          onAnswer={(text) => ask(answerTicket, { ticket: ulidOf(id), version, text })}
          onClose={() => ask(settleItem, { item: id, version, outcome: 'closed' })}
        />
      )}
    </div>
  )
}

/** Returns a sentence that says where the writer reads the answer. */
function useAnswerHint({ account, email, name }: DeskTicket): string | undefined {
  const { t } = useTranslation('desk')
  if (account !== undefined)
    return email ? t('tickets.toConversationAndMail', { name }) : t('tickets.toConversation', { name })
  return email && t('tickets.byMail', { email })
}
