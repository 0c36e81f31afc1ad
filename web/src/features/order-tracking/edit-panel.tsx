import { useEffect, useRef, useState } from 'react'
import { cancelOrder, type OrderView, ulidOf } from '#model'
import { useEditRefusalText } from '../../blocks/orders/edits/edit-refusal-text.ts'
import { HelpLinks } from '../../blocks/orders/edits/help-links.tsx'
import styles from '../../blocks/orders/edits/order-edits.module.css'
import { useEditing } from '../../blocks/orders/edits/use-editing.ts'
import { ask } from '../../data/ask.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { link, paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/buttons/button.tsx'
import { saveOrToast } from '../../ui/feedback/save-or-toast.ts'
import { focusHeading } from '../../ui/layout/focus-heading.ts'
import { Dialog } from '../../ui/overlays/modal.tsx'

/** Shows what can still be done about an order and for how long, and afterwards how to get help. */
export function EditPanel({ view }: { view: OrderView }) {
  const { t } = useTranslation('orders')
  const { time } = useFormat()
  const why = useEditRefusalText(view)
  const { now, end, reason } = useEditing(view)
  const [question, setQuestion] = useState<'asked' | 'storing'>()

  const close = () => setQuestion(undefined)
  const cancel = async () => {
    // Storing the cancellation ends the order, which must not be shown as an order that had ended before.
    setQuestion('storing')
    setQuestion((await saveOrToast(ask(cancelOrder, { order: ulidOf(view.id) }))) ? undefined : 'asked')
  }
  // The reason why the order can no longer be cancelled, if that happens while the question is open.
  const whyNot = question === 'storing' ? undefined : reason

  const wasAsked = useRef(false)
  // The dialog may give the focus back to a button that is gone; then the heading gets it.
  useEffect(() => {
    if (wasAsked.current && question === undefined && document.activeElement === document.body) focusHeading(document)
    wasAsked.current = question !== undefined
  }, [question])

  return (
    <div hidden={reason === 'order_ended' && question === undefined}>
      {!reason && (
        <section className={styles.panel} aria-labelledby="edit">
          <div className={styles.row}>
            <h2 id="edit">{t('edit.title')}</h2>
            {end && <Countdown now={now} end={end} />}
          </div>
          <p className={styles.quiet}>{end ? t('edit.until', { time: time(end) }) : t('edit.early')}</p>
          <div className={styles.actions}>
            <ButtonLink href={link(paths.orderChange(ulidOf(view.id)))}>{t('edit.change')}</ButtonLink>
            <Button variant="danger" onClick={() => setQuestion('asked')}>
              {t('edit.cancel')}
            </Button>
          </div>
        </section>
      )}
      {reason && reason !== 'order_ended' && (
        <section className={styles.panel} aria-labelledby="edit">
          <h2 id="edit">{t('edit.help')}</h2>
          <p className={styles.quiet}>{why(reason)}</p>
          {view.order && <HelpLinks order={view.order} />}
        </section>
      )}
      <Dialog
        open={question !== undefined}
        onClose={close}
        title={whyNot ? t('edit.cancelTooLate') : t('edit.cancelTitle')}
        footer={
          <>
            <Button onClick={close}>{whyNot ? t('edit.understood') : t('edit.keep')}</Button>
            {!whyNot && (
              <Button variant="danger-filled" busy={question === 'storing'} onClick={cancel}>
                {t('edit.cancel')}
              </Button>
            )}
          </>
        }
      >
        <p role="status">{whyNot ? why(whyNot) : t('edit.cancelText')}</p>
      </Dialog>
    </div>
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
