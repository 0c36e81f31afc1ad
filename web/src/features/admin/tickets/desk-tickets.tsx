import { useEffect, useState } from 'react'
import { TICKET_STATES, type TicketState } from '#model'
import { useRemote } from '../../../blocks/people/use-remote.ts'
import { desk } from '../../../data/admin/desk.ts'
import { decidedTicket, notListed, ticketDecisions } from '../../../data/admin/ticket-decisions.ts'
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
import { TicketList } from './ticket-list.tsx'
import styles from './tickets.module.css'

interface DeskTicketsProps {
  online: boolean
  /** Something was decided: the figures are read again. */
  onDecided: () => Promise<void>
}

/** Messages to support: those that wait for an answer, and the newest that have been answered and closed. */
export function DeskTickets({ online, onDecided }: DeskTicketsProps) {
  const { t } = useTranslation('desk')
  const { when } = useFormat()
  const problem = useDeskProblem()
  const [state, setState] = useState<TicketState>('open')
  const { answer, askAgain } = useRemote(desk.tickets)
  const decisions = useLive(ticketDecisions)
  const attention = useLive(needsAttention)
  const decided = decisions.status === 'ready' ? decisions.data.filter(({ receipt }) => receipt).length : 0

  // The service has decided something, so the list has changed.
  useEffect(() => {
    if (decided === 0) return
    void askAgain()
    void onDecided()
  }, [decided, askAgain, onDecided])

  const listed = answer?.ok ? answer.value : desk.lastTickets()
  const error = answer?.ok === false ? answer.error : undefined
  const waiting = listed && decisions.status === 'ready' ? notListed(decisions.data, listed.at) : []
  const refused = attention.status === 'ready' ? attention.data : []
  const inState = (wanted: TicketState) => listed?.tickets.filter((ticket) => ticket.state === wanted) ?? []
  const shown = inState(state)
  const names = { open: t('tickets.open'), answered: t('tickets.answered'), closed: t('tickets.closed') }
  const none = { open: t('tickets.noneOpen'), answered: t('tickets.noneAnswered'), closed: t('tickets.noneClosed') }

  return (
    <div className={styles.screen}>
      <header>
        <a href={link(paths.admin)}>{t('tickets.back')}</a>
        <h1>{t('tickets.title')}</h1>
        {listed && <p className={styles.quiet}>{t('tickets.asOf', { time: when(listed.at) })}</p>}
      </header>
      <LiveRegion>
        {error !== undefined && (
          <Banner
            tone="marigold"
            title={online ? problem(error) : t('tickets.offline')}
            action={online && <Button onClick={askAgain}>{t('tryAgain')}</Button>}
          />
        )}
      </LiveRegion>
      <ChipGroup
        legend={t('tickets.show')}
        legendHidden
        value={state}
        onChange={setState}
        options={TICKET_STATES.map((value) => ({ value, label: `${names[value]} ${inState(value).length}` }))}
      />
      {!listed && error === undefined && <SkeletonLines count={4} />}
      {listed && shown.length === 0 && <EmptyState title={none[state]} />}
      {shown.length > 0 && (
        <TicketList
          key={state}
          label={names[state]}
          tickets={shown}
          waitingOf={(id) => waiting.filter(({ intent }) => decidedTicket(intent) === id)}
          refusedOf={(id) => refused.filter(({ intent }) => intent && decidedTicket(intent) === id)}
        />
      )}
    </div>
  )
}
