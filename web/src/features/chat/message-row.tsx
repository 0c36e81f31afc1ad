import { memo, Suspense } from 'react'
import { dayOf } from '#model'
import { Avatar } from '../../blocks/conversations/avatar.tsx'
import { LinkedText } from '../../blocks/conversations/linked-text.tsx'
import { lazyPart } from '../../blocks/sync/lazy-part.ts'
import { now } from '../../clock/page-clock.ts'
import type { Head } from '../../data/conversations/subject.ts'
import '../../i18n/chat-texts.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx'
import { SyncGlyph } from '../../ui/progress/sync-glyph.tsx'
import styles from './message-row.module.css'
import type { Row } from './rows.ts'

/** Loaded with the first refused message, because few are refused. */
const Refused = lazyPart(async () => (await import('./refused-message.tsx')).RefusedMessage)

interface MessageRowProps {
  row: Row
  head: Head
  /** The other one's name in words. */
  name: string
  theirsSeenAt: string | undefined
}

/** A message as its writer wrote it, and under it how far it has got. */
export const MessageRowView = memo(MessageRow, (before, after) => {
  const [one, other] = [before.row, after.row]
  return (
    one.message === other.message &&
    one.day === other.day &&
    one.stage === other.stage &&
    one.tone === other.tone &&
    one.hasTime === other.hasTime &&
    before.name === after.name &&
    before.head.key === after.head.key &&
    before.theirsSeenAt === after.theirsSeenAt
  )
})

function MessageRow({ row, head, name, theirsSeenAt }: MessageRowProps) {
  const { t } = useTranslation('chat')
  const { time } = useFormat()
  const { message, day, stage, tone, hasTime } = row
  const { mine, text, at, ticket } = message
  return (
    <div className={styles.row} data-mine={mine || undefined}>
      {day !== undefined && <DayRule at={day} />}
      {ticket !== undefined && !mine && <p className={styles.ticket}>{t('log.ticket', { number: ticket })}</p>}
      <div className={styles.bubble} data-mine={mine || undefined} data-tone={tone}>
        <VisuallyHidden>
          {mine ? t('log.you', { time: time(at) }) : t('log.said', { name, time: time(at) })}
        </VisuallyHidden>
        {text === undefined ? <em className={styles.erased}>{t('log.erased')}</em> : <LinkedText text={text} />}
      </div>
      {hasTime && (
        <p className={styles.time} aria-hidden="true">
          {time(at)}
        </p>
      )}
      {stage === 'refused' && (
        <Suspense>
          <Refused message={message} head={head} />
        </Suspense>
      )}
      {stage !== undefined && stage !== 'refused' && (
        <p className={styles.state} data-stage={stage}>
          {stage === 'seen' ? (
            <Avatar name={head.name} role={head.role} size={22} />
          ) : (
            <SyncGlyph stage={stage} size={22} />
          )}
          <StateText stage={stage} at={at} seenAt={theirsSeenAt} />
        </p>
      )}
    </div>
  )
}

interface StateTextProps {
  stage: 'saved' | 'sent' | 'confirmed' | 'seen'
  at: string
  seenAt: string | undefined
}

function StateText({ stage, at, seenAt }: StateTextProps) {
  const { t } = useTranslation('chat')
  const { time, when } = useFormat()
  if (stage === 'seen') return <span>{seenAt ? t('state.seen', { time: when(seenAt) }) : t('state.seenAlone')}</span>
  const texts = {
    saved: t('state.saved', { time: time(at) }),
    sent: t('state.sent', { time: time(at) }),
    confirmed: t('state.confirmed', { time: time(at) }),
  }
  return <span>{texts[stage]}</span>
}

const DAY_MS = 86_400_000

function DayRule({ at }: { at: string }) {
  const { t } = useTranslation('chat')
  const { weekday } = useFormat()
  const day = dayOf(new Date(at))
  const isYesterday = day === dayOf(new Date(now().getTime() - DAY_MS))
  const other = isYesterday ? t('log.yesterday') : weekday(at)
  return <p className={styles.day}>{day === dayOf(now()) ? t('log.today') : other}</p>
}
