import { useState } from 'react'
import { type OrderView, ulidOf } from '#model'
import { ask } from '../../../data/ask.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { link, paths } from '../../../paths.ts'
import { Button, ButtonLink } from '../../../ui/buttons/button.tsx'
import { didSave } from '../../../ui/feedback/did-save.ts'
import { Dialog } from '../../../ui/overlays/modal.tsx'
import styles from './editing.module.css'
import { HelpLinks } from './help-links.tsx'
import { useEditing } from './use-editing.ts'

/** What can still be done about an order, for how long, and whom to ask afterwards. */
export function EditPanel({ view }: { view: OrderView }) {
  const { t } = useTranslation('orders')
  const { time } = useFormat()
  const { now, end, reason } = useEditing(view)
  const [isAsking, setAsking] = useState(false)

  if (reason === 'order_ended') return null
  if (reason)
    return (
      <section className={styles.panel} aria-labelledby="edit">
        <h2 id="edit">{t('edit.help')}</h2>
        <p className={styles.quiet}>{reason === 'too_late' ? t('edit.tooLate') : t('edit.onItsWay')}</p>
        {view.order && <HelpLinks order={view.order} />}
      </section>
    )

  const cancel = async () => {
    if (await didSave(ask('cancel-order', { order: ulidOf(view.id) }))) setAsking(false)
  }

  return (
    <section className={styles.panel} aria-labelledby="edit">
      <div className={styles.row}>
        <h2 id="edit">{t('edit.title')}</h2>
        {end && <Countdown now={now} end={end} />}
      </div>
      <p className={styles.quiet}>{end ? t('edit.until', { time: time(end) }) : t('edit.early')}</p>
      <div className={styles.actions}>
        <ButtonLink href={link(paths.orderChange(ulidOf(view.id)))}>{t('edit.change')}</ButtonLink>
        <Button variant="danger" onClick={() => setAsking(true)}>
          {t('edit.cancel')}
        </Button>
      </div>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('edit.cancelTitle')}
        footer={
          <>
            <Button onClick={() => setAsking(false)}>{t('edit.keep')}</Button>
            <Button variant="danger-filled" onClick={cancel}>
              {t('edit.cancel')}
            </Button>
          </>
        }
      >
        <p>{t('edit.cancelText')}</p>
      </Dialog>
    </section>
  )
}

function Countdown({ now, end }: { now: Date; end: Date }) {
  const { t } = useTranslation('orders')
  const { number } = useFormat()
  const secondsLeft = Math.max(0, Math.ceil((end.getTime() - now.getTime()) / 1000))
  const clock = `${number(Math.floor(secondsLeft / 60))}:${String(secondsLeft % 60).padStart(2, '0')}`
  return (
    <span className={styles.countdown} role="timer" aria-label={t('edit.left', { clock })}>
      {clock}
    </span>
  )
}
