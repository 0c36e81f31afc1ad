import { TriangleAlert } from 'lucide-react'
import type { MessageView } from '#model'
import { conversations } from '../../data/conversations/conversations.ts'
import type { Head } from '../../data/conversations/subject.ts'
import '../../i18n/chat-texts.ts'
import { useFormat } from '../../i18n/format.ts'
import { useRefusal } from '../../i18n/refusal.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { saveOrToast } from '../../ui/feedback/save-or-toast.ts'
import styles from './message-row.module.css'

/** Says why a message was refused or from when it can be sent, and lets its writer delete it or try again. */
export function RefusedMessage({ message, head }: { message: MessageView; head: Head }) {
  const { t } = useTranslation('chat')
  const { when } = useFormat()
  const refusal = useRefusal()
  const { reason = 'other', freeAt } = message
  const text = freeAt
    ? t('state.freeAt', { time: when(freeAt) })
    : t('state.refused', { reason: refusal('send-message', reason) })
  return (
    <div className={styles.refused}>
      <p className={styles.state} data-stage="refused">
        <TriangleAlert aria-hidden="true" />
        <span>{text}</span>
      </p>
      <p className={styles.actions}>
        <Button variant="danger" onClick={() => void saveOrToast(conversations.dismiss(message))}>
          {t('delete')}
        </Button>
        {head.state === 'open' && reason !== 'not_yours' && (
          <Button variant="quiet" onClick={() => void saveOrToast(conversations.tryAgain(head.key, message))}>
            {t('again')}
          </Button>
        )}
      </p>
    </div>
  )
}
