import * as v from 'valibot'
import type { Holder } from '../../../data/admin/holder.ts'
import type { TicketDecision } from '../../../data/admin/ticket-decisions.ts'
import { type AttentionItem, attention } from '../../../data/attention.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useRefusal } from '../../../i18n/refusal.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { LiveRegion } from '../../../ui/feedback/live-region.tsx'
import { saveOrToast } from '../../../ui/feedback/save-or-toast.ts'
import { SyncGlyph } from '../../../ui/progress/sync-glyph.tsx'
import styles from './tickets.module.css'

interface DecisionStatesProps {
  waiting: readonly TicketDecision[]
  refused: readonly AttentionItem[]
  holder: Holder | undefined
}

/** Shows how far the admin's decisions have got, and why some were refused. */
export function DecisionStates({ waiting, refused, holder }: DecisionStatesProps) {
  return (
    <>
      <LiveRegion>{waiting.length > 0 && <Waiting decisions={waiting} />}</LiveRegion>
      <LiveRegion role="alert">{refused.length > 0 && <Refused items={refused} holder={holder} />}</LiveRegion>
    </>
  )
}

/** Shows the decisions that the question does not contain yet. */
function Waiting({ decisions }: { decisions: readonly TicketDecision[] }) {
  const { t } = useTranslation('desk')
  const saved = {
    'answer-ticket': t('tickets.answerSaved'),
    'send-message': t('tickets.answerSaved'),
    'settle-item': t('tickets.closingSaved'),
    'take-ticket': t('tickets.takingSaved'),
  }
  const sent = {
    'answer-ticket': t('tickets.answerSent'),
    'send-message': t('tickets.answerSent'),
    'settle-item': t('tickets.closingSent'),
    'take-ticket': t('tickets.takingSent'),
  }
  return (
    <ul className={styles.waiting}>
      {decisions.map(({ intent, sentAt, receipt }) => {
        const stage = receipt ? 'confirmed' : sentAt ? 'sent' : 'saved'
        const says = stage === 'saved' ? saved : sent
        return (
          <li key={intent._id}>
            <Text intent={intent} />
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

/** Shows the text if the decision is an answer. */
function Text({ intent }: { intent: NonNullable<AttentionItem['intent']> }) {
  const isAnswer = intent.kind === 'answer-ticket' || intent.kind === 'send-message'
  return isAnswer ? <p className={styles.said}>{intent.payload.text}</p> : null
}

interface RefusedProps {
  items: readonly AttentionItem[]
  holder: Holder | undefined
}

function Refused({ items, holder }: RefusedProps) {
  const { t } = useTranslation('desk')
  const whyNot = useWhyNot(holder)
  return (
    <div className={styles.ticket}>
      {items.map((item) => (
        <Banner
          key={item.id}
          tone="rose"
          title={whyNot(item)}
          action={
            <Button onClick={() => void saveOrToast(attention.putAway(item.id))}>{t('tickets.understood')}</Button>
          }
        >
          {item.intent && <Text intent={item.intent} />}
        </Banner>
      ))}
    </div>
  )
}

const Before = v.object({ when: v.string() })
/** The person has written after what the admin read. */
const Written = v.object({ what: v.literal('written') })

/**
 * Returns why a decision was refused. If another admin was faster with taking, it says who has it, or since when; and if
 * nobody was faster with closing, that there is a new message.
 */
function useWhyNot(holder: Holder | undefined) {
  const { t } = useTranslation('desk')
  const { when } = useFormat()
  const refusal = useRefusal()
  return ({ reason, result, intent }: AttentionItem): string => {
    if (reason === 'already_settled' && v.is(Written, result)) return t('tickets.writtenSince')
    if (reason !== 'taken') return refusal(intent?.kind, reason)
    if (holder?.isMe === false) return t('tickets.takenBefore', { name: holder.name, time: when(holder.until) })
    const before = v.safeParse(Before, result)
    return before.success ? t('tickets.takenAt', { time: when(before.output.when) }) : refusal(intent?.kind, reason)
  }
}
