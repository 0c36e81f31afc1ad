import { takeTicket } from '#model'
import { useTickingClock } from '../../../blocks/orders/use-ticking-clock.ts'
import { type Holder, holderOf } from '../../../data/admin/holder.ts'
import type { Question } from '../../../data/admin/open-tickets.ts'
import type { TicketDecision } from '../../../data/admin/ticket-decisions.ts'
import { ask } from '../../../data/ask.ts'
import { useSession } from '../../../data/use-session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { saveOrToast } from '../../../ui/feedback/save-or-toast.ts'
import styles from './tickets.module.css'

export const take = ({ id }: Pick<Question, 'id'>): void => void saveOrToast(ask(takeTicket, { subject: id }))

/** Returns who has taken the question; undefined if nobody has, or that time has passed. */
export function useHolder(question: Question, decisions: readonly TicketDecision[]): Holder | undefined {
  const { account } = useSession()
  const latest = account && holderOf(question, decisions, account)
  const now = useTickingClock(new Date(latest?.until ?? 0))
  return latest && new Date(latest.until) > now ? latest : undefined
}

interface TakingProps {
  question: Question
  holder: Holder | undefined
  /** This admin's decisions that the question does not contain yet. */
  waiting: readonly TicketDecision[]
}

/** A button that takes a question, so that no two admins answer it. The head of its row says who has it. */
export function Taking({ question, holder, waiting }: TakingProps) {
  const { t } = useTranslation('desk')
  if (holder || waiting.some(({ intent }) => intent.kind === 'take-ticket')) return null
  return (
    <p className={styles.acts}>
      <Button variant="tonal" onClick={() => take(question)}>
        {t('tickets.take')}
      </Button>
    </p>
  )
}
