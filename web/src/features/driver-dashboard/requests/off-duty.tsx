import { setDuty } from '../../../data/deliveries/duty.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { saveOrToast } from '../../../ui/feedback/save-or-toast.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'

/** Why no request is shown, and the press that changes it. */
export function OffDuty() {
  const { t } = useTranslation('deliveries')
  return (
    <EmptyState
      title={t('requests.off')}
      action={
        <Button variant="primary" size="large" onClick={() => void saveOrToast(setDuty(true))}>
          {t('duty.goOn')}
        </Button>
      }
    >
      <p>{t('duty.offText')}</p>
    </EmptyState>
  )
}
