import { setDuty } from '../../../data/deliveries/duty.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { saveOrToast } from '../../../ui/feedback/save-or-toast.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'

/** Says why no request is shown, with the button that goes on duty. */
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
