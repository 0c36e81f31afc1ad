import { useState } from 'react'
import { type DeliveryView, FAILURE_REASONS, type FailureReason, hasVisibleText, NOTE_AT_MOST } from '#model'
import { giveUp } from '../../../data/deliveries/moves.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { saveOrToast } from '../../../ui/feedback/save-or-toast.ts'
import { RadioCards } from '../../../ui/forms/choices.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { TextArea } from '../../../ui/forms/text-input.tsx'
import { Sheet } from '../../../ui/overlays/modal.tsx'
import styles from '../driver-dashboard.module.css'
import { useDeliveryWords } from '../partner/delivery-words.ts'

interface SheetProps {
  view: DeliveryView
  open: boolean
  onClose: () => void
}

/** Asks why the flowers could not be delivered. This ends the delivery, so it needs a second press. */
export function FailedSheet({ view, open, onClose }: SheetProps) {
  const { t } = useTranslation('deliveries')
  const { failures } = useDeliveryWords()
  const [reason, setReason] = useState<FailureReason | ''>('')
  const [note, setNote] = useState('')
  const [isMissing, setMissing] = useState(false)
  const confirm = async () => {
    if (reason === '') return setMissing(true)
    onClose()
    await saveOrToast(giveUp(view, reason, hasVisibleText(note) ? note : undefined))
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('failure.title')}
      footer={
        <Button variant="danger-filled" size="large" onClick={confirm}>
          {t('failure.confirm')}
        </Button>
      }
    >
      <div className={styles.choices}>
        <RadioCards
          legend={t('failure.why')}
          options={FAILURE_REASONS.map((one) => ({ value: one, label: failures[one] }))}
          value={reason}
          error={isMissing && reason === '' ? t('failure.missing') : undefined}
          onChange={(next) => setReason(next)}
        />
        <Field label={t('failure.note')} optional>
          {(control) => (
            <TextArea
              {...control}
              rows={2}
              maxLength={NOTE_AT_MOST}
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          )}
        </Field>
      </div>
    </Sheet>
  )
}
