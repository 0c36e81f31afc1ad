import { useState } from 'react'
import * as v from 'valibot'
import { hasVisibleText, MOST_LETTERS, rejectionReason } from '#model'
import { type ApplicationView, applicantOf, decide } from '../../../data/admin/applications.ts'
import { reasonDraft } from '../../../data/admin/desk-drafts.ts'
import { useMessage } from '../../../i18n/use-message.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { saveOrToast } from '../../../ui/feedback/save-or-toast.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { TextArea } from '../../../ui/forms/text-input.tsx'
import { Dialog } from '../../../ui/overlays/modal.tsx'

interface RejectDialogProps {
  view: ApplicationView
  onClose: () => void
}

/** Asks why an application is rejected: the applicant reads it. A refused decision leaves the reason here. */
export function RejectDialog({ view: { row }, onClose }: RejectDialogProps) {
  const { t } = useTranslation('desk')
  const [reason, setReason] = useState(() => reasonDraft.get(row._id))
  const [error, setError] = useMessage({ t })
  const [isBusy, setBusy] = useState(false)

  const type = (next: string) => {
    setReason(next)
    setError()
    reasonDraft.save(row._id, next)
  }
  const reject = async () => {
    if (!hasVisibleText(reason)) return setError(({ t }) => t('applications.reasonMissing'))
    if (!v.is(rejectionReason, reason)) return setError(({ t }) => t('tickets.long', { most: MOST_LETTERS.address }))
    setBusy(true)
    const isSaved = await saveOrToast(decide(row, 'rejected', reason), t('applications.failed'))
    setBusy(false)
    if (isSaved) onClose()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('applications.rejectTitle', { name: applicantOf(row).name })}
      footer={
        <>
          <Button onClick={onClose}>{t('confirm.cancel')}</Button>
          <Button variant="danger-filled" busy={isBusy} onClick={reject}>
            {t('applications.reject')}
          </Button>
        </>
      }
    >
      <Field label={t('applications.reason')} hint={t('applications.reasonHint')} error={error}>
        {(control) => <TextArea {...control} rows={4} value={reason} onChange={(event) => type(event.target.value)} />}
      </Field>
    </Dialog>
  )
}
