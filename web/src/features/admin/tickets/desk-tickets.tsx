import { useState } from 'react'
import { TICKET_STATES, type TicketState } from '#model'
import { useRemote } from '../../../blocks/people/use-remote.ts'
import { desk } from '../../../data/admin/desk.ts'
import { openTickets, type Question, waitingQuestions } from '../../../data/admin/open-tickets.ts'
import { ticketDecisions } from '../../../data/admin/ticket-decisions.ts'
import { needsAttention } from '../../../data/attention.ts'
import { useLive } from '../../../data/use-live.ts'
import { useFormat } from '../../../i18n/format.ts'
import '../../../i18n/support-texts.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { link, paths } from '../../../paths.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { LiveRegion } from '../../../ui/feedback/live-region.tsx'
import { ChipGroup } from '../../../ui/forms/choices.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { SkeletonLines } from '../../../ui/states/skeleton.tsx'
import { useDeskProblem } from '../decision/desk-problem.ts'
import { useNewDecisions } from '../decision/use-new-decisions.ts'
import { QuestionList } from './question-list.tsx'
import styles from './tickets.module.css'

/**
 * Lists messages to support and conversations: those that wait, those that have been answered, and the newest closed
 * ones.
 */
export function DeskTickets({ online }: { online: boolean }) {
  const { t } = useTranslation('desk')
  const { number } = useFormat()
  const [state, setState] = useState<TicketState>('open')
  const feed = useLive(openTickets)
  const isComplete = feed.status === 'ready' && feed.data.isComplete
  const inState = (wanted: Exclude<TicketState, 'closed'>): Question[] => {
    if (feed.status !== 'ready') return []
    if (wanted === 'open') return waitingQuestions(feed.data)
    return feed.data.tickets.filter((ticket) => ticket.state === wanted)
  }
  const names = { open: t('tickets.open'), answered: t('tickets.answered'), closed: t('tickets.closed') }
  const labelOf = (value: TicketState) =>
    value === 'closed' || !isComplete ? names[value] : `${names[value]} ${number(inState(value).length)}`

  return (
    <div className={styles.screen}>
      <header>
        <a href={link(paths.admin)}>{t('tickets.back')}</a>
        <h1>{t('tickets.title')}</h1>
      </header>
      <LiveRegion>{!online && <Banner tone="marigold" title={t('tickets.offline')} />}</LiveRegion>
      <ChipGroup
        legend={t('tickets.show')}
        legendHidden
        value={state}
        onChange={setState}
        options={TICKET_STATES.map((value) => ({ value, label: labelOf(value) }))}
      />
      {state === 'closed' ? (
        <ClosedTickets online={online} />
      ) : (
        <Questions
          key={state}
          label={names[state]}
          none={state === 'open' ? t('tickets.noneOpen') : t('tickets.noneAnswered')}
          noneText={state === 'open' ? t('overview.ticketsText') : undefined}
          questions={inState(state)}
          isComplete={isComplete}
          online={online}
        />
      )}
    </div>
  )
}

/** Closed tickets are no longer in the feed, so the service lists them. */
function ClosedTickets({ online }: { online: boolean }) {
  const { t } = useTranslation('desk')
  const { when } = useFormat()
  const problem = useDeskProblem()
  const { answer, askAgain } = useRemote(desk.closedTickets)
  useNewDecisions(ticketDecisions, askAgain)
  const [kept] = useState(desk.lastClosedTickets)
  const listed = answer?.ok ? answer.value : kept
  const error = answer?.ok === false && online ? answer.error : undefined
  return (
    <>
      {listed && <p className={styles.quiet}>{t('tickets.asOf', { time: when(listed.at) })}</p>}
      <LiveRegion>
        {error !== undefined && (
          <Banner tone="marigold" title={problem(error)} action={<Button onClick={askAgain}>{t('tryAgain')}</Button>} />
        )}
      </LiveRegion>
      {(listed || answer === undefined) && (
        <Questions
          label={t('tickets.closed')}
          none={t('tickets.noneClosed')}
          questions={listed?.tickets ?? []}
          isComplete={listed !== undefined}
          online={online}
        />
      )}
    </>
  )
}

interface QuestionsProps {
  label: string
  /** What is shown instead of an empty list. */
  none: string
  noneText?: string | undefined
  questions: readonly Question[]
  /** False while more may be on its way. */
  isComplete: boolean
  online: boolean
}

/** A list of questions from the feed or from the service, with this admin's own decisions about them. */
function Questions({ label, none, noneText, questions, isComplete, online }: QuestionsProps) {
  const decisions = useLive(ticketDecisions)
  const attention = useLive(needsAttention)
  return (
    <>
      {!isComplete && <SkeletonLines count={4} />}
      {isComplete && questions.length === 0 && <EmptyState title={none}>{noneText && <p>{noneText}</p>}</EmptyState>}
      {questions.length > 0 && (
        <QuestionList
          label={label}
          questions={questions}
          decisions={decisions.status === 'ready' ? decisions.data : []}
          refused={attention.status === 'ready' ? attention.data : []}
          online={online}
        />
      )}
    </>
  )
}
