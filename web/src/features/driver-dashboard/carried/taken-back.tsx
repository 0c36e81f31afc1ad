import type { DeliveryView } from '#model'
import { declined } from '../../../data/deliveries/declined.ts'
import { pickUp } from '../../../data/deliveries/moves.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { saveOrToast } from '../../../ui/feedback/save-or-toast.ts'
import { SyncChip } from '../../../ui/progress/sync-chip.tsx'
import styles from '../driver-dashboard.module.css'

/** Asks about an award that was taken back: if the partner has the flowers, the delivery is theirs again. */
export function TakenBack({ view }: { view: DeliveryView }) {
  const { t } = useTranslation('deliveries')
  const { when, language } = useFormat()
  const { fact, since } = view
  return (
    <article className={styles.welded} data-stage="failed">
      <SyncChip welded stage="failed" title={t('takenBack.title')} note={t('takenBack.text', { time: when(since) })} />
      <div className={styles.carried}>
        <p>
          <b>{t('trip', { florist: fact.pickup.florist[language], pincode: fact.dropPincode })}</b>
        </p>
        <p>{t('takenBack.question')}</p>
        <Button variant="primary" size="large" block onClick={() => void saveOrToast(pickUp(view))}>
          {t('takenBack.yes')}
        </Button>
        <Button variant="quiet" block onClick={() => void saveOrToast(declined.set({ _id: view.id }, true))}>
          {t('takenBack.no')}
        </Button>
      </div>
    </article>
  )
}
