import { supportConversation, ulidOf } from '#model'
import { MessageLink } from '../../blocks/conversations/message-link.tsx'
import { useProblemNames } from '../../blocks/orders/problem-names.ts'
import { TicketThread } from '../../blocks/support/ticket-thread.tsx'
import { ownTickets, type TicketView } from '../../data/support/tickets.ts'
import { useLive } from '../../data/use-live.ts'
import { useSession } from '../../data/use-session.ts'
import { useFormat } from '../../i18n/format.ts'
import { useProblem } from '../../i18n/problem.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { link, paths } from '../../paths.ts'
import { AccordionItem, LongAccordion } from '../../ui/layout/accordion.tsx'
import { SyncGlyph } from '../../ui/progress/sync-glyph.tsx'
import { Failed } from '../../ui/states/failed.tsx'
import styles from './support.module.css'

/** The person's messages with how far each has got, and our answers. */
export function OwnTickets() {
  const { t } = useTranslation('support')
  const { account } = useSession()
  const tickets = useLive(ownTickets)
  if (tickets.status === 'failed') return <Failed error={tickets.error} />
  // Anyone who has never written needs no empty list.
  if (tickets.status === 'loading' || tickets.data.length === 0) return null
  return (
    <section className={styles.own}>
      <h2 id="own-tickets">{t('messages.title')}</h2>
      <LongAccordion label={t('messages.title')} items={tickets.data}>
        {(view) => (
          <AccordionItem key={view.id} head={<Head view={view} />}>
            <Conversation view={view} />
          </AccordionItem>
        )}
      </LongAccordion>
      {!account && <p className={styles.count}>{t('messages.visitor')}</p>}
    </section>
  )
}

function Head({ view }: { view: TicketView }) {
  const { t } = useTranslation('support')
  const { day } = useFormat()
  const problems = useProblemNames()
  const { subject, ticket } = view
  const problem = ticket?.problem
  return (
    <>
      <span className={styles.subject}>
        {problem === undefined ? subject : t('messages.report', { problem: problems[problem] })}
      </span>
      {ticket && <span className={styles.number}>{`${ticket.number}, ${day(ticket.at)}`}</span>}
      <StateLine view={view} />
    </>
  )
}

function StateLine({ view }: { view: TicketView }) {
  const { t } = useTranslation('support')
  const { when } = useFormat()
  const problem = useProblem()
  const { stage, at, reason, ticket } = view
  const state = {
    saved: t('messages.state.saved', { when: when(at) }),
    sent: t('messages.state.sent', { when: when(at) }),
    open: t('messages.state.open', { when: when(at) }),
    answered: t('messages.state.answered', { when: when(at) }),
    closed: t('messages.state.closed', { when: when(at) }),
    refused: t('form.failedWith', { error: problem(reason ?? 'other') }),
  }
  return (
    <span className={styles.state} data-stage={stage}>
      <SyncGlyph stage={stage === 'refused' ? 'failed' : stage} size={22} />
      <span>{state[stage === 'confirmed' ? (ticket?.state ?? 'open') : stage]}</span>
    </span>
  )
}

function Conversation({ view: { message, ticket } }: { view: TicketView }) {
  const { t } = useTranslation('support')
  const { account } = useSession()
  return (
    <>
      <TicketThread message={message} answers={ticket?.answers ?? []} />
      {ticket?.order && <a href={link(paths.orderTracking(ulidOf(ticket.order)))}>{t('messages.order')}</a>}
      {ticket && account && (
        <MessageLink variant="tonal" conversation={supportConversation(account.id)}>
          {t('messages.conversation')}
        </MessageLink>
      )}
    </>
  )
}
