import { useEffect, useRef, useState } from 'react'
import { cancelOrder, isAwarded, type OrderView, ulidOf } from '#model'
import { useEditRefusalText, useTakenText } from '../../blocks/orders/edits/edit-refusal-text.ts'
import styles from '../../blocks/orders/edits/order-edits.module.css'
import { useEditing } from '../../blocks/orders/edits/use-editing.ts'
import { HelpLinks } from '../../blocks/orders/help-links.tsx'
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
  const { time, when } = useFormat()
  const whyNotEdited = useEditRefusalText(view)
  const { now, end, reason, cancelReason, cancelFrom } = useEditing(view)
  const { order } = view
  const [question, setQuestion] = useState<'asked' | 'storing'>()

  const close = () => setQuestion(undefined)
  const cancel = async () => {
    // Storing the cancellation ends the order, which must not be shown as an order that had ended before.
    setQuestion('storing')
    setQuestion((await saveOrToast(ask(cancelOrder, { order: ulidOf(view.id) }))) ? undefined : 'asked')
  }
  // The reason why the order can no longer be cancelled, if that happens while the question is open.
  const whyNot = question === 'storing' ? undefined : cancelReason

  const wasAsked = useRef(false)
  // The dialog may give the focus back to a button that is gone; then the heading gets it.
  useEffect(() => {
    if (wasAsked.current && question === undefined && document.activeElement === document.body) focusHeading(document)
    wasAsked.current = question !== undefined
  }, [question])

  const taken = useTakenText()
  const why = (found: NonNullable<typeof cancelReason>) =>
    found === 'too_late' && order && isAwarded(order) ? t('edit.tooLateToCancel') : whyNotEdited(found)
  const cancelButton = (
    <Button variant="danger" onClick={() => setQuestion('asked')}>
      {t('edit.cancel')}
    </Button>
  )

  return (
    <div hidden={cancelReason === 'order_ended' && question === undefined}>
      {!reason && (
        <section className={styles.panel} aria-labelledby="edit">
          <div className={styles.row}>
            <h2 id="edit">{t('edit.title')}</h2>
            {end && <Countdown now={now} end={end} />}
          </div>
          <p className={styles.quiet}>{end ? t('edit.until', { time: time(end) }) : t('edit.early')}</p>
          {order && isAwarded(order) && <p className={styles.quiet}>{taken(order)}</p>}
          <div className={styles.actions}>
            <ButtonLink href={link(paths.orderChange(ulidOf(view.id)))}>{t('edit.change')}</ButtonLink>
            {cancelButton}
          </div>
        </section>
      )}
      {reason && !cancelReason && (
        <section className={styles.panel} aria-labelledby="edit">
          <h2 id="edit">{t('edit.untakenTitle')}</h2>
          <p className={styles.quiet}>{t('edit.untaken')}</p>
          <div className={styles.actions}>{cancelButton}</div>
        </section>
      )}
      {reason && cancelReason && cancelReason !== 'order_ended' && (
        <section className={styles.panel} aria-labelledby="edit">
          <h2 id="edit">{t('edit.help')}</h2>
          <p className={styles.quiet}>{why(cancelReason)}</p>
          {cancelFrom && <p className={styles.quiet}>{t('edit.cancelFrom', { time: when(cancelFrom) })}</p>}
          {order && <HelpLinks order={order} />}
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
        <p role="status">{whyNot ? why(whyNot) : order ? t('edit.cancelText') : t('edit.cancelEarlyText')}</p>
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
