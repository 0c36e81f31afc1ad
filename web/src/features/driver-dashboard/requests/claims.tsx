import { ACCEPT_WITHIN_MINUTES } from '#model'
import type { ClaimView } from '../../../data/deliveries/requests.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { LiveRegion } from '../../../ui/feedback/live-region.tsx'
import { SyncChip } from '../../../ui/progress/sync-chip.tsx'
import styles from '../driver-dashboard.module.css'

/** The deliveries that the partner has accepted and the service has not confirmed. */
export function Claims({ claims }: { claims: readonly ClaimView[] }) {
  return (
    <LiveRegion>
      {claims.length > 0 && (
        <div className={styles.list}>
          {claims.map((claim) => (
            <Claim key={claim.order} claim={claim} />
          ))}
        </div>
      )}
    </LiveRegion>
  )
}

function Claim({ claim: { row, stage, at, isLate } }: { claim: ClaimView }) {
  const { t } = useTranslation('deliveries')
  const { rupees, when, language } = useFormat()
  return (
    <div className={styles.welded} data-stage={isLate ? 'failed' : stage}>
      <SyncChip
        welded
        stage={isLate ? 'failed' : stage}
        title={isLate ? t('claim.late', { minutes: ACCEPT_WITHIN_MINUTES }) : t('claim.title')}
        note={isLate ? t('claim.lateText') : t('claim.text')}
      />
      <div className={styles.row}>
        <span>
          <b>
            {row ? t('trip', { florist: row.pickup.florist[language], pincode: row.dropPincode }) : t('claim.trip')}
          </b>
          <span className={styles.small}>
            {stage === 'saved' ? t('claim.saved', { time: when(at) }) : t('claim.sent', { time: when(at) })}
          </span>
        </span>
        {row && <span className={styles.money}>{rupees(row.earningRupees)}</span>}
      </div>
    </div>
  )
}
