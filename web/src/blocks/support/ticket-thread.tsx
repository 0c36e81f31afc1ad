import type { Ticket } from '#model'
import { useFormat } from '../../i18n/format.ts'
import '../../i18n/support-texts.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import styles from './ticket-thread.module.css'

interface TicketThreadProps {
  message: string
  answers: Ticket['answers']
}

/** A message to support with our answers, the oldest first. */
export function TicketThread({ message, answers }: TicketThreadProps) {
  const { t } = useTranslation('support')
  const { when } = useFormat()
  return (
    <>
      <p className={styles.said}>{message}</p>
      {answers.map(({ text, at }) => (
        <div key={at} className={styles.answer}>
          <p className={styles.from}>{t('messages.answer', { when: when(at) })}</p>
          <p className={styles.said}>{text}</p>
        </div>
      ))}
    </>
  )
}
