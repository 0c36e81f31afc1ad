import { useState } from 'react'
import { type SupplierRequest, setInterest } from '../../../data/bulk/supplier-requests.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { saveOrToast } from '../../../ui/feedback/save-or-toast.ts'
import { useRequestWords } from './request-words.ts'

interface InterestButtonProps {
  request: SupplierRequest
  /** Whether the button is filled, as only one button of a screen is. */
  isPrimary: boolean
}

/**
 * Shows interest or withdraws it. Both are one element, so that it keeps the focus. As in an action bar, the second tap
 * of a double tap must not undo the first.
 */
export function InterestButton({ request: { ulid, about, state }, isPrimary }: InterestButtonProps) {
  const { t } = useTranslation('wholesale')
  const { nameOf } = useRequestWords()
  const [isSaving, setSaving] = useState(false)
  if (state !== 'new' && state !== 'interested') return null
  const isNew = state === 'new'
  const name = nameOf(about)
  const press = async () => {
    if (isSaving) return
    setSaving(true)
    await saveOrToast(setInterest(ulid, isNew), t('interest.failed'))
    setSaving(false)
  }
  return (
    <Button
      variant={isNew ? (isPrimary ? 'primary' : 'secondary') : 'danger'}
      size="large"
      data-action-bar=""
      aria-label={isNew ? t('interest.showNamed', { name }) : t('interest.removeNamed', { name })}
      onClick={press}
    >
      {isNew ? t('interest.show') : t('interest.remove')}
    </Button>
  )
}
