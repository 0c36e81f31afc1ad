import { Clock, MapPin, Store } from 'lucide-react'
import { windowOf } from '#model'
import { useWindowNames } from '../../../blocks/orders/order-labels.ts'
import { declined } from '../../../data/deliveries/declined.ts'
import { accept } from '../../../data/deliveries/moves.ts'
import type { RequestView } from '../../../data/deliveries/requests.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { saveOrToast } from '../../../ui/feedback/save-or-toast.ts'
import { showToast } from '../../../ui/overlays/toasts.tsx'
import styles from '../driver-dashboard.module.css'

/** Distances are between the centres of PIN codes: below this, both are in the same one, and nothing is known. */
const SAME_PLACE_KM = 0.1

/** An open delivery: its pay, its places, its time, and the buttons to accept or decline it. */
export function RequestCard({ request: { row, isUrgent } }: { request: RequestView }) {
  const { t } = useTranslation('deliveries')
  const { rupees, number, time, day, language } = useFormat()
  const windows = useWindowNames()
  const { pickup, dropPincode, distanceKm, items, deliveryOn, deliveryWindow } = row
  const name = t('trip', { florist: pickup.florist[language], pincode: dropPincode })
  const decline = async () => {
    if (!(await saveOrToast(declined.set(row, true)))) return
    const undo = { label: t('requests.undo'), onAction: () => void saveOrToast(declined.set(row, false)) }
    showToast({ message: t('requests.declined'), action: undo })
  }
  return (
    <li className={styles.card}>
      <div className={styles.cardHead}>
        <span className={styles.pay}>{rupees(row.earningRupees)}</span>
        {isUrgent ? (
          <Badge tone="rose" icon={Clock}>
            {t('requests.urgent', { time: time(windowOf(row).ends) })}
          </Badge>
        ) : (
          <Badge tone="marigold-soft" icon={Clock}>
            {t('requests.until', { time: time(windowOf(row).ends) })}
          </Badge>
        )}
      </div>
      <p className={styles.quiet}>
        {[
          t('requests.pieces', { count: items }),
          ...(distanceKm === undefined || distanceKm < SAME_PLACE_KM
            ? []
            : [t('requests.distance', { km: number(distanceKm, 1) })]),
        ].join(', ')}
      </p>
      <ol className={styles.trip}>
        <li>
          <Store aria-hidden="true" />
          <span>
            <b>{pickup.florist[language]}</b>
            <span className={styles.small}>{`${pickup.area}, ${pickup.pincode}`}</span>
          </span>
        </li>
        <li>
          <MapPin aria-hidden="true" />
          <span>
            <b>{t('requests.drop', { pincode: dropPincode })}</b>
            <span className={styles.small}>{`${day(deliveryOn)}, ${windows[deliveryWindow]}`}</span>
          </span>
        </li>
      </ol>
      {/* As in an action bar, the second tap of a double tap must not answer the next request, which moves up. */}
      <div className={styles.answers} data-action-bar="">
        <Button variant="danger" size="large" aria-label={t('requests.declineNamed', { name })} onClick={decline}>
          {t('requests.decline')}
        </Button>
        <Button
          variant="primary"
          size="large"
          aria-label={t('requests.acceptNamed', { name })}
          onClick={() => void saveOrToast(accept(row._id))}
        >
          {t('requests.accept')}
        </Button>
      </div>
    </li>
  )
}
