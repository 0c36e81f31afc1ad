import { type DeliveryView, isCarried } from '#model'
import { useFormat } from '../../../i18n/format.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import styles from '../driver-dashboard.module.css'
import { MoveChip } from './move-chip.tsx'

/** Deliveries that have ended on this phone and wait for the service: the partner has nothing left to do. */
export function WaitingMoves({ deliveries }: { deliveries: readonly DeliveryView[] }) {
  const { t } = useTranslation('deliveries')
  const { rupees, language } = useFormat()
  const waiting = deliveries.filter((view) => view.pending.length > 0 && !isCarried(view))
  return waiting.map((view) => (
    <article key={view.id} className={styles.welded} data-stage={view.pending.at(-1)?.stage}>
      <MoveChip view={view} />
      <div className={styles.row}>
        <span>
          <b>{t('trip', { florist: view.fact.pickup.florist[language], pincode: view.fact.dropPincode })}</b>
          <span className={styles.small}>{t('move.nothingLeft')}</span>
        </span>
        {view.state === 'delivered' && <span className={styles.money}>{rupees(view.fact.earningRupees)}</span>}
      </div>
    </article>
  ))
}
